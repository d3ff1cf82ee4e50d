import type { BackupDecisions } from "#app/core/db/backup-decision.ts";

export const bounceBackup = { bounces: "all" } as const satisfies BackupDecisions;
