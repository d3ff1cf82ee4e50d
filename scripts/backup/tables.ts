import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";
import type { BackupDecision } from "#app/core/db/backup-decision.ts";
import type { ENTITIES, Entity } from "#app/entities.ts";
import * as schema from "#app/schema.ts";
import { apiBackup } from "#app/slices/api/backup.ts";
import { bounceBackup } from "#app/slices/bounce/backup.ts";
import { dashboardBackup } from "#app/slices/dashboard/backup.ts";
import { emailPreferenceBackup } from "#app/slices/email-preference/backup.ts";
import { factorResetBackup } from "#app/slices/factor-reset/backup.ts";
import { organisationBackup } from "#app/slices/organisation/backup.ts";
import { organisationKeyBackup } from "#app/slices/organisation-key/backup.ts";
import { passkeyBackup } from "#app/slices/passkey/backup.ts";
import { providerBackup } from "#app/slices/provider/backup.ts";
import { secondStepBackup } from "#app/slices/second-step/backup.ts";
import { uploadBackup } from "#app/slices/upload/backup.ts";
import { tablesInOrder } from "#scripts/lib/table-order.ts";

/** The names of the schema's tables in the code. */
type TableKey = {
  [Key in keyof typeof schema]: (typeof schema)[Key] extends SQLiteTable ? Key : never;
}[keyof typeof schema];

/**
 * Which tables a backup contains, in addition to all entities (`app/entities.ts`). A new table is a compile error until
 * it has a decision here, or in the `backup.ts` of its slice. docs/operations.md, Backup and restore, explains this to
 * people who restore a backup.
 */
export const DECISIONS: Record<Exclude<TableKey, (typeof ENTITIES)[Entity]>, BackupDecision> = {
  auditLog: "all",
  budgets: { leftOut: "They limit what is done now." },
  cronRuns: { leftOut: "It says when something ran here." },
  dailyCounts: "all",
  databaseMarks: "all",
  deletedRows: "all",
  emailChanges: {
    only: "done_at is not null or stopped_at is not null",
    because: "A change that waits may be stopped after the backup. Restored, it would be carried out.",
  },
  equalRows: "all",
  jobs: { leftOut: "They are done soon after the backup. Restored, an email would be sent again." },
  // This table has the version of the keys in the rows. If an older one is restored, the keys are computed
  // again.
  keyVersions: "all",
  loginChallenges: { leftOut: "A code is valid for minutes, and its hash is in KV, which is not restored." },
  loginFailures: { leftOut: "It limits what is tried now." },
  notices: "all",
  sessions: { leftOut: "A session may be revoked after the backup. Restored, it would be open again." },
  ...apiBackup,
  ...bounceBackup,
  ...dashboardBackup,
  ...emailPreferenceBackup,
  ...factorResetBackup,
  ...organisationBackup,
  ...organisationKeyBackup,
  ...passkeyBackup,
  ...providerBackup,
  ...secondStepBackup,
  ...uploadBackup,
  totals: { leftOut: "Triggers count the rows while they are restored." },
};

/** A table in a backup. */
export interface BackupTable {
  table: SQLiteTable;
  name: string;
  /** The columns in the backup: all except those that triggers fill. */
  columns: string[];
  /** The SQL condition that selects the rows for the backup. */
  where: string;
  /**
   * Whether triggers store counts of other rows in this table. If so, the table is restored last, and its
   * rows replace these counts.
   */
  counted: boolean;
  /** The columns that refer to rows of other tables. `to` is the name of the other table. */
  references: { column: string; to: string }[];
}

/** The tables in a backup, in the order in which they are written and restored. */
export function backupTables(): BackupTable[] {
  const included = tablesInOrder().flatMap((table) => {
    const decision = decisionFor(table);
    if (typeof decision === "object" && "leftOut" in decision) return [];
    return [heldTable(table, decision === "all" ? "true" : decision.only)];
  });
  return [...included.filter(({ counted }) => !counted), ...included.filter(({ counted }) => counted)];
}

/**
 * The tables of the schema, except `totals`, in an order in which their rows can be deleted: each table comes
 * before the tables that it refers to.
 */
export const tablesToEmpty = (): string[] =>
  tablesInOrder()
    // This table needs no deletion: triggers update its totals while the other tables are emptied.
    .filter((table) => table !== schema.totals)
    .map((table) => getTableConfig(table).name)
    .reverse();

function decisionFor(table: SQLiteTable): BackupDecision {
  const key = Object.entries(schema).find(([, exported]) => exported === table)?.[0];
  return Object.entries(DECISIONS).find(([decided]) => decided === key)?.[1] ?? "all";
}

function heldTable(table: SQLiteTable, where: string): BackupTable {
  const { name, columns, foreignKeys } = getTableConfig(table);
  return {
    table,
    name,
    columns: columns.filter((column) => !schema.KEPT_BY_TRIGGERS.includes(column)).map(({ name }) => name),
    where,
    counted: schema.KEPT_BY_TRIGGERS.includes(table),
    references: foreignKeys
      .map(({ reference }) => reference())
      .filter(({ foreignTable }) => foreignTable !== table)
      .map(({ columns: [column], foreignTable }) => ({
        column: column?.name as string,
        to: getTableConfig(foreignTable).name,
      })),
  };
}
