import type { BackupDecisions } from "#app/core/db/backup-decision.ts";

export const secondStepBackup = {
  recoveryCodes: { leftOut: "A code may be used after the backup. Restored, it would work again." },
  // A second step is restored even if it was switched off after the backup, because restoring must never make an
  // account less secure.
  secondSteps: "all",
} as const satisfies BackupDecisions;
