import type { BackupDecisions } from "#app/core/db/backup-decision.ts";

export const emailPreferenceBackup = { emailPreferences: "all" } as const satisfies BackupDecisions;
