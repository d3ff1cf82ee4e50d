import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import type { FileOwner } from "./file-kind.ts";
import { files } from "./files.table.ts";

/** How many bytes a user's files may take up, and how many files a user may have (docs/product.md, Numbers). */
const SPACE = { bytes: 1_000_000_000, files: 1000 };

/**
 * SQL: whether a user's files leave space for another one, not counting the file that the new one replaces. Files of rows that
 * belong to nobody, or to an organisation, have no such limit.
 * @param kind the name of the file's kind
 * @param bytes the size of the file; 0 if it is not known yet
 */
export function hasSpaceFor(kind: string, { userId, rowId }: FileOwner, bytes: number): SQL | undefined {
  if (userId === null) return undefined;
  const isReplaced = and(eq(files.rowId, rowId), eq(files.kind, kind));
  const others = sql`select ${files.bytes} as bytes from ${files} where ${and(eq(files.userId, userId), sql`not (${isReplaced})`)} limit ${SPACE.files}`;
  // A file of unknown size needs at least one byte.
  const most = SPACE.bytes - Math.max(bytes, 1);
  return sql`(select count(*) < ${SPACE.files} and coalesce(sum(bytes), 0) <= ${most} from (${others}))`;
}

/** Whether such a condition holds. */
export async function isTrue(db: Database, condition: SQL | undefined): Promise<boolean> {
  const [found] = await db.select({ is: sql<number>`${condition ?? 1}`.as("is") }).from(sql`(select 1)`);
  return Boolean(found?.is);
}
