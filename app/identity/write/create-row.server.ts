import { and, eq, exists, isNotNull, not, type SQL } from "drizzle-orm";
import type { SQLiteInsertValue } from "drizzle-orm/sqlite-core";
import type { AuditAction } from "#app/audit-actions.ts";
import { runBatch } from "#app/core/db/batch.server.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { insertFrom } from "#app/core/db/insert-from.server.ts";
import type { OwnRows } from "#app/core/db/owned.ts";
import {
  type ConstraintRules,
  GONE,
  type Refused,
  refuseViolations,
  type Written,
} from "#app/core/db/written.ts";
import { type Actor, rowSubject, withAuditEntry } from "#app/identity/audit/audit.server.ts";
import { type Audited, changesOfNew, type RowTable } from "#app/identity/audit/audited.server.ts";
import { deletedRows } from "#app/identity/tables/deleted-rows.ts";
import { behind, columnsOf, PRIVATE, type Rows } from "./rows.ts";
import { findObjection, noneOf, objectionsTo, refusalOf } from "./rows-of-a-row.server.ts";

interface CreateOptions<Table extends RowTable> {
  actor: Actor;
  action: AuditAction;
  uniqueBy: readonly (keyof Table["_"]["columns"] & string)[];
  rules?: ConstraintRules;
  unless?: { condition: SQL; refused: Refused };
  where?: SQL;
}

/**
 * Inserts a row with its audit entry, unless a constraint refuses it. Of two equal rows inserted at the same
 * time, one is added. A form has the id of its new row, so the same form sent twice adds one row, and both
 * responses name that row; the second result has `repeated`. If someone goes Back and fills in the form
 * again, the form's id already belongs to a row, so the new row gets another id (docs/decisions/0014). It
 * also gets another one if the form's id belongs to a deleted row that can be restored.
 *
 * With an owner's rows (OwnRows), `row` has no owner, and `uniqueBy` applies among the owner's rows. A row
 * with a parent is added only if the same owner has the parent. A parent of anybody else counts as missing.
 *
 * @param options.uniqueBy the columns that distinguish a repeated form from another one
 * @param options.rules the refusal for each constraint. With "UNIQUE", the columns of `uniqueBy` have a
 *   unique index
 * @param options.unless a condition under which no row is added, and the refusal in that case
 * @param options.where another condition for adding it. If it does not hold, the result is one of the
 *   refusals in `rules`, which the caller can replace with a better one
 */
export function createRow<Table extends RowTable>(
  db: Database,
  table: Table,
  row: SQLiteInsertValue<Table> & { id: string },
  options: CreateOptions<Table> & { audited: Audited },
): Promise<Written>;
export function createRow<Table extends RowTable, Key extends string>(
  db: Database,
  own: OwnRows<Table, Key>,
  row: Omit<SQLiteInsertValue<Table>, Key> & { id: string },
  options: CreateOptions<Table>,
): Promise<Written>;
export async function createRow<Table extends RowTable>(
  db: Database,
  rows: Rows<Table>,
  given: Record<string, unknown> & { id: string },
  options: CreateOptions<Table> & { audited?: Audited },
): Promise<Written> {
  const { table, ownerId, isOwn, may, owner, ownerColumn } = behind(rows);
  const { actor, action, audited = PRIVATE, rules = {}, unless, where } = options;
  const uniqueBy = { ...ownerColumn, ...columnsOf(table, options.uniqueBy) };
  const row: Record<string, unknown> & { id: string } = { ...given, ...owner };
  const objections = objectionsTo(db, table, { id: row.id, ownerId, value: (key) => row[key] }, GONE);
  if (unless) objections.push(unless);
  // This is checked first, so that anyone who may no longer write here learns nothing else.
  if (may) objections.unshift({ condition: not(may), refused: GONE });
  const kept = db.select({ id: deletedRows.id }).from(deletedRows).where(eq(deletedRows.id, row.id));
  const insert = insertFrom(db, table, row as SQLiteInsertValue<Table>, {
    where: and(where, noneOf(objections), not(exists(kept))),
  }).onConflictDoNothing({ target: table.id });
  if (rules.UNIQUE) insert.onConflictDoNothing({ target: Object.values(uniqueBy) });
  const subject = rowSubject(table, row.id, audited.label);
  return refuseViolations(rules, async () => {
    const {
      added,
      found: [existing],
      deleted,
      objection,
    } = await runBatch(db, {
      added: withAuditEntry(db, insert.returning({ id: table.id }), actor, action, {
        ...subject,
        where: and(subject.where, isOwn),
        changes: changesOfNew(table, audited),
      }),
      // The query also finds a row of another owner. In that case, this row gets a new id.
      found: db
        .select(uniqueBy)
        .from(table)
        .where(and(eq(table.id, row.id), ...Object.values(ownerColumn).map((column) => isNotNull(column)))),
      deleted: kept,
      objection: findObjection(db, objections),
    });
    if (added.length === 1) return { ok: true, id: row.id };
    const refused = refusalOf(objections, objection);
    if (!existing && refused) return refused;
    if (!existing && deleted.length === 0) return rules.UNIQUE ? { ok: false, ...rules.UNIQUE } : GONE;
    const isSame = existing && Object.keys(uniqueBy).every((key) => existing[key] === row[key]);
    return isSame
      ? { ok: true, id: row.id, repeated: true }
      : createRow(
          db,
          rows as Table,
          { ...given, id: crypto.randomUUID() } as SQLiteInsertValue<Table> & { id: string },
          options as CreateOptions<Table> & { audited: Audited },
        );
  });
}
