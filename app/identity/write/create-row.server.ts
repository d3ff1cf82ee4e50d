import { and, eq, not, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteInsertValue } from "drizzle-orm/sqlite-core";
import type { AuditAction } from "#app/audit-actions.ts";
import { runBatch } from "#app/core/db/batch.server.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { insertFrom } from "#app/core/db/insert-from.server.ts";
import {
  type ConstraintRules,
  GONE,
  type Refused,
  refuseViolations,
  type Written,
} from "#app/core/db/written.ts";
import { type Actor, rowSubject, withAuditEntry } from "#app/identity/audit/audit.server.ts";
import { type Audited, changesOfNew, type RowTable } from "#app/identity/audit/audited.server.ts";

/**
 * Inserts a row with its audit entry, unless a constraint refuses it: of two equal rows inserted at the same time, one is
 * added. A form carries the id of its new row, so the same form sent twice adds one row, and both responses name it; the
 * second result says `repeated`. If someone went Back and filled in the form again, its id belongs to another row, so
 * this one gets a fresh id (docs/decisions/0014).
 *
 * @param options.uniqueBy what tells a form that was sent again from another one
 * @param options.rules the refusal for each constraint. With "UNIQUE", the columns of `uniqueBy` have a unique index
 * @param options.unless a condition under which no row is added, and the refusal then
 * @param options.where another condition for adding it. If it is not met, the refusal is that of `rules`: the caller knows better
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
    rules?: ConstraintRules;
    unless?: { condition: SQL; refused: Refused };
    where?: SQL;
  },
): Promise<Written> {
  const { actor, action, audited, uniqueBy, rules = {}, unless, where } = options;
  const insert = insertFrom(db, table, row, {
    where: and(where, unless && not(unless.condition)),
  }).onConflictDoNothing({ target: table.id });
  if (rules.UNIQUE) insert.onConflictDoNothing({ target: Object.values(uniqueBy) });
  const condition = unless?.condition ?? sql`false`;
  return refuseViolations(rules, async () => {
    const {
      added,
      found: [existing],
      refusal: [refusal],
    } = await runBatch(db, {
      added: withAuditEntry(db, insert.returning({ id: table.id }), actor, action, {
        ...rowSubject(table, row.id, audited.label),
        changes: changesOfNew(table, audited),
      }),
      found: db.select(uniqueBy).from(table).where(eq(table.id, row.id)),
      refusal: db
        .select({ applies: sql<boolean>`${condition}`.mapWith(Boolean).as("applies") })
        .from(sql`(select 1)`),
    });
    if (added.length === 1) return { ok: true, id: row.id };
    if (!existing && unless && refusal?.applies) return unless.refused;
    if (!existing) return rules.UNIQUE ? { ok: false, ...rules.UNIQUE } : GONE;
    const wanted: Record<string, unknown> = row;
    const isSame = Object.keys(uniqueBy).every((key) => existing[key] === wanted[key]);
    return isSame
      ? { ok: true, id: row.id, repeated: true }
      : createRow(db, table, { ...row, id: crypto.randomUUID() }, options);
  });
}
