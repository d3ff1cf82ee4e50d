import { eq, not, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteInsertValue } from "drizzle-orm/sqlite-core";
import type { AuditAction } from "#app/audit-actions.ts";
import type { Database } from "#app/db/client.server.ts";
import { insertFrom } from "#app/db/insert-from.server.ts";
import { GONE, type Refused, type Written } from "#app/db/written.ts";
import { type Actor, rowSubject, withAuditEntry } from "./audit.server.ts";
import { type Audited, changesOfNew, type RowTable } from "./audited.server.ts";

/**
 * Inserts a row with its audit entry, unless a row has the same values in `uniqueBy`, which a unique index enforces: of
 * two equal rows inserted at the same time, one is added. A form carries the id of its new row, so the same form sent
 * twice adds one row, and both responses name it; the second result says `repeated`. If someone went Back and filled in
 * the form again, its id belongs to another row, so this one gets a fresh id (docs/decisions/0014).
 *
 * @param options.taken the refusal if an equal row exists; leave it out if rows need not be unique
 * @param options.unless a condition under which no row is added, and the refusal then
 */
export async function createRow<Table extends RowTable>(
  db: Database,
  table: Table,
  row: SQLiteInsertValue<Table> & { id: string },
  options: {
    actor: Actor;
    action: AuditAction;
    audited: Audited;
    uniqueBy: Record<string, SQLiteColumn>;
    taken?: Refused;
    unless?: { condition: SQL; refused: Refused };
  },
): Promise<Written> {
  const { actor, action, audited, uniqueBy, taken, unless } = options;
  const insert = insertFrom(db, table, row, { where: unless && not(unless.condition) })
    .onConflictDoNothing()
    .returning({ id: table.id });
  const condition = unless?.condition ?? sql`false`;
  const [added, , [existing], [refusal]] = await db.batch([
    ...withAuditEntry(db, insert, actor, action, {
      ...rowSubject(table, row.id, audited.label),
      changes: changesOfNew(table, audited),
    }),
    db.select(uniqueBy).from(table).where(eq(table.id, row.id)),
    db.select({ applies: sql<boolean>`${condition}`.mapWith(Boolean).as("applies") }).from(sql`(select 1)`),
  ]);
  if (added.length === 1) return { ok: true, id: row.id };
  if (!existing) return (refusal?.applies ? unless?.refused : taken) ?? GONE;
  const wanted: Record<string, unknown> = row;
  const isSame = Object.keys(uniqueBy).every((key) => existing[key] === wanted[key]);
  return isSame
    ? { ok: true, id: row.id, repeated: true }
    : createRow(db, table, { ...row, id: crypto.randomUUID() }, options);
}
