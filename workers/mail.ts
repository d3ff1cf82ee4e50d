import type { Database } from "../app/core/db/client.server.ts";
import type { Email } from "../app/core/email/email.ts";
import { countMailFailure } from "../app/core/email/mail-failures.server.ts";
import { logError } from "../app/core/lib/log.ts";
import { findMailStop } from "../app/identity/hooks/mail-stop.server.ts";
import type { Settings } from "../app/settings.ts";

/** What sending an email asks of the database and records in it. */
export const mailOf = (db: Database, settings: Settings, now: number) => ({
  mailStop: (email: Email) => findMailStop(db, email, settings, now),
  mailFailed: () => countMailFailure(db, now).catch((error) => logError("mail failure not counted", error)),
});
