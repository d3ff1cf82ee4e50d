import type { Database } from "#app/core/db/client.server.ts";
import type { Email, EmailStop } from "#app/core/email/email.ts";
import type { Settings } from "#app/settings.ts";
import { hooked } from "./hooks.server.ts";

/** Finds why slices say that an email must not be sent; null if it may be. */
export async function findEmailStop(
  db: Database,
  email: Email,
  settings: Settings,
  now: number,
): Promise<EmailStop | null> {
  for (const find of hooked("mailStop")) {
    const stop = await find(db, email, settings, now);
    if (stop) return stop;
  }
  return null;
}
