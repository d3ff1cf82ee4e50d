import { and, eq, gt, notExists, sql } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { dbContext } from "#app/context.ts";
import { DAY } from "#app/core/lib/durations.ts";
import type { Actor } from "#app/identity/audit/audit.server.ts";
import { withNotice } from "#app/identity/notice/notice.server.ts";
import { notices } from "#app/identity/tables/notices.ts";
import { users } from "#app/identity/tables/users.ts";
import { aboutPasskeys } from "./passkey.server.ts";
import { passkeys } from "./passkeys.table.ts";

/** At most one email about copies is sent to a user in this time, in milliseconds (docs/product.md, Numbers). */
const INTERVAL = DAY;

/**
 * Emails the owner of a passkey that somebody has used a possible copy of it, and logs it. A row in D1 limits
 * this to one email a day. Otherwise the copy could be used to fill the owner's mailbox.
 */
export async function notifyOfCopy(
  context: Readonly<RouterContextProvider>,
  { id, userId, name }: { id: string; userId: string; name: string },
  actor: Actor,
): Promise<void> {
  const db = context.get(dbContext);
  const recentNotice = db
    .select({ id: notices.id })
    .from(notices)
    .where(
      and(
        eq(notices.userId, userId),
        eq(notices.about, "passkeyCopied"),
        gt(notices.createdAt, actor.at - INTERVAL),
      ),
    );
  const entry = aboutPasskeys(
    db,
    actor,
    "passkey.tryCopy",
    userId,
    and(eq(passkeys.id, id), notExists(recentNotice)),
    { from: sql`null`, to: passkeys.name },
  );
  await db.batch(
    withNotice(db, [entry], actor, { about: "passkeyCopied", name }, { where: eq(users.id, userId) }),
  );
}
