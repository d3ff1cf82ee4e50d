import type { BackupDecisions } from "#app/core/db/backup-decision.ts";

export const factorResetBackup = {
  factorResets: {
    only: "done_at is not null or stopped_at is not null",
    because: "A reset that waits may be stopped after the backup. Restored, it would be carried out.",
  },
} as const satisfies BackupDecisions;
