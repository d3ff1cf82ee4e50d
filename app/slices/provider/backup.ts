import type { BackupDecisions } from "#app/core/db/backup-decision.ts";

export const providerBackup = {
  socialAccounts: "all",
} as const satisfies BackupDecisions;
