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

/** Who may change the files of a row, and how changes are recorded. */
interface RowFiles<Table extends RowTable> {
  /**
   * The permission that the actor needs to change the files. Null if `rows` already checks the actor, as the rows of an
   * organisation do.
   */
  permission: Permission | null;
  /** The audit log's name for a change. */
  action: AuditAction;
  /** The column by which the audit log names the row. The audit log does not name rows that belong to users. */
  label?: SQLiteColumn | null;
  /** The user with whose account the files are deleted, if the row belongs to one. */
  userId?: string | null;
  /** The picture that changes: its kind, and the row's property that has the picture's id. */
  holds?: { kind: PictureKind; column: keyof Table["_"]["columns"] & string } | undefined;
}

/**
 * Finds the row that files belong to, and says who may change the files. The rows of its table belong to
 * nobody or to the reader.
 * @throws a 404 response if the row does not exist, or belongs to somebody else
 */
export async function rowWithFiles<Table extends RowTable>(
  context: Readonly<RouterContextProvider>,
  rows: Rows<Table>,
  id: string,
  options: RowFiles<Table>,
): Promise<FileOwner> {
  if (!(await isThere(context.get(dbContext), rows, id))) throw data(null, { status: 404 });
  return fileOwner(rows, id, options);
}

/** Like {@link rowWithFiles}, for a row that the caller has already found. */
export function fileOwner<Table extends RowTable>(
  rows: Rows<Table>,
  id: string,
  { permission, action, label = null, userId = null, holds }: RowFiles<Table>,
): FileOwner {
  const { table, isOwn } = behind(rows);
  return {
    rowId: id,
    userId,
    may(db, actor) {
      const isRow = exists(rowIn(db, rows, id));
      return permission === null ? isRow : and(mayStill(db, actor, permission), isRow);
    },
    refusal: async (db, actor) =>
      (await lostAuthority(db, actor, permission)) ?? ((await isThere(db, rows, id)) ? null : GONE),
    ...(holds && {
      holdId: (db: Database) => holdPicture(db, rows, holds.column, { kind: holds.kind, rowId: id }),
    }),
    logged: {
      set: action,
      remove: action,
      subject: { ...rowSubject(table, id, label), where: and(eq(table.id, id), isOwn) },
    },
  };
}

function rowIn<Table extends RowTable>(db: Database, rows: Rows<Table>, id: string) {
  const { table, isOwn } = behind(rows);
  return db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.id, id), isOwn));
}

const isThere = async <Table extends RowTable>(db: Database, rows: Rows<Table>, id: string) =>
  (await rowIn(db, rows, id)).length > 0;
