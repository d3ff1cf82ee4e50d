import type { BackupDecisions } from "#app/core/db/backup-decision.ts";

export const dashboardBackup = { monthTotals: "all" } as const satisfies BackupDecisions;
