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
 * A row as the owner of its files: of a table that is nobody's, or of somebody's own rows.
 * @param options.permission what it takes to change them; null where `rows` says so, as an organisation's do
 * @param options.action what the audit log calls a change
 * @param options.label the column that the audit log names the row by. What is somebody's own has none there
 * @param options.userId the person with whom the files go, if the row is a person's
 * @param options.holds the picture that is changed, and the column with the id of it, by its name in the code
 * @throws a 404 response if the row is not there, or not theirs
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
