import type { BackupDecisions } from "#app/core/db/backup-decision.ts";

export const uploadBackup = { files: "all" } as const satisfies BackupDecisions;
