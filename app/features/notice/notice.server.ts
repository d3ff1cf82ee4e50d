import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Database } from "#app/db/client.server.ts";
import { insertFrom } from "#app/db/insert-from.server.ts";
import { notices, users } from "#app/db/schema.ts";
import type { Notice } from "#app/email/notice.ts";
import { type Actor, actorId } from "#app/features/audit/audit.server.ts";

/** What a notice takes from the request that causes it. An actor has it all. */
export type NoticeOrigin = Pick<Actor, "at" | "language" | "site">;

/** Who gets a notice: the user that `where` finds, as they are at this point of the batch. */
interface Recipient {
  where: SQL | undefined;
}

/**
 * Adds a notice to the statements that it tells of: `db.batch([...withNotice(db, withAuditEntry(...), ...), ...])`. The
 * notice is written only if the last of these statements wrote a row, so let that be the audit entry, which is itself
 * written only with the change. SQLite's changes() reports on the previous statement, so they must stay together.
 *
 * The mail goes to the address that the user has at this point of the batch: for a notice to the old address, put this
 * before the statement that changes it. After the batch, call `mailNotices`.
 */
export function withNotice<const Statements extends readonly BatchItem<"sqlite">[]>(
  db: Database,
  statements: Statements,
  { at, language, site }: NoticeOrigin,
  { about, ...values }: Notice,
  { where }: Recipient,
) {
  const notice = {
    userId: sql`${users.id}`,
    email: sql`${users.email}`,
    about,
    details: JSON.stringify({ ...values, site }),
    language,
    createdAt: at,
    nextAttemptAt: at,
  };
  const insert = insertFrom(db, notices, notice, { from: users, where: and(where, sql`changes() > 0`) });
  return [...statements, insert] as const;
}

/** The condition for a user who is not the one who acts. Nobody needs to be told what they do themselves. */
export const isSomebodyElse = (userId: string, actor: Pick<Actor, "id">) =>
  and(eq(users.id, userId), ne(users.id, actorId(actor)));
