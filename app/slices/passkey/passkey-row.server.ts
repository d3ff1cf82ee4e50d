import type { SQL } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { dbContext } from "#app/context.ts";
import { type FormattedTime, timeFromNow } from "#app/core/i18n/time-formatter.server.ts";
import { listPasskeys, type PasskeySummary } from "./passkey.server.ts";

/** A passkey for a page, with formatted times. */
export interface PasskeyRow extends Pick<PasskeySummary, "id" | "name" | "backedUp"> {
  created: FormattedTime;
  used: FormattedTime | null;
}

/** The passkeys of a user, formatted in the reader's language and time zone. */
export async function passkeyRows(
  context: Readonly<RouterContextProvider>,
  userId: string | SQL<string>,
): Promise<PasskeyRow[]> {
  const passkeys = await listPasskeys(context.get(dbContext), userId);
  const fromNow = timeFromNow(context);
  return passkeys.map(({ id, name, backedUp, createdAt, lastUsedAt }) => ({
    id,
    name,
    backedUp,
    created: fromNow(createdAt),
    used: lastUsedAt === null ? null : fromNow(lastUsedAt),
  }));
}
