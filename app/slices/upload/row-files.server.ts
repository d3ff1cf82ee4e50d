import { and, eq, exists } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { data, type RouterContextProvider } from "react-router";
import type { AuditAction } from "#app/audit-actions.ts";
import { dbContext } from "#app/context.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { GONE } from "#app/core/db/written.ts";
import { rowSubject } from "#app/identity/audit/audit.server.ts";
import type { RowTable } from "#app/identity/audit/audited.server.ts";
import { lostAuthority, mayStill } from "#app/identity/session/authority.server.ts";
import { behind, type Rows } from "#app/identity/write/rows.ts";
import type { Permission } from "#app/permissions.ts";
import type { FileOwner, PictureKind } from "./file-kind.ts";
import { holdPicture } from "./pictures.server.ts";

/**
 * A row as the owner of its files, of a table whose rows belong to nobody or to the reader.
 * @param options.permission that the actor needs to change them; null where `rows` checks that, as an organisation's do
 * @param options.action the audit log's name for a change
 * @param options.label the column by which the audit log names the row. Rows that belong to users have none there
 * @param options.userId the user with whose account the files are deleted, if the row belongs to one
 * @param options.holds the picture that changes, and the name in the code of the row's column with its id
 * @throws a 404 response if the row does not exist, or belongs to somebody else
 */
export async function rowWithFiles<Table extends RowTable>(
  context: Readonly<RouterContextProvider>,
  rows: Rows<Table>,
  id: string,
  {
    permission,
    action,
    label = null,
    userId = null,
    holds,
  }: {
    permission: Permission | null;
    action: AuditAction;
    label?: SQLiteColumn | null;
    userId?: string | null;
    holds?: { kind: PictureKind; column: keyof Table["_"]["columns"] & string } | undefined;
  },
): Promise<FileOwner> {
  const { table, isOwn } = behind(rows);
  const where = and(eq(table.id, id), isOwn);
  const row = (db: Database) => db.select({ id: table.id }).from(table).where(where);
  const isThere = async (db: Database) => (await row(db)).length > 0;
  if (!(await isThere(context.get(dbContext)))) throw data(null, { status: 404 });
  return {
    rowId: id,
    userId,
    may: (db, actor) => and(mayStill(db, actor, permission), exists(row(db))),
    refusal: async (db, actor) =>
      (await lostAuthority(db, actor, permission)) ?? ((await isThere(db)) ? null : GONE),
    ...(holds && {
      holdId: (db: Database) => holdPicture(db, rows, holds.column, { kind: holds.kind, rowId: id }),
    }),
    logged: { set: action, remove: action, subject: { ...rowSubject(table, id, label), where } },
  };
}
