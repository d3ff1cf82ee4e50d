import type { Database } from "../app/core/db/client.server.ts";
import type { Email } from "../app/core/email/email.ts";
import { countMailFailure } from "../app/core/email/mail-failures.server.ts";
import { logError } from "../app/core/lib/log.ts";
import { findEmailStop } from "../app/identity/hooks/email-stop.server.ts";
import type { Settings } from "../app/settings.ts";

/** The queries and writes that sending an email needs. */
export const emailChecks = (db: Database, settings: Settings, now: number) => ({
  mailStop: (email: Email) => findEmailStop(db, email, settings, now),
  mailFailed: () => countMailFailure(db, now).catch((error) => logError("mail failure not counted", error)),
});
