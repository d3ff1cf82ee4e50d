import type { BackupDecisions } from "#app/core/db/backup-decision.ts";

export const secondStepBackup = {
  recoveryCodes: { leftOut: "A code may be used after the backup. Restored, it would work again." },
  // Restored even if it was switched off after the backup: a restoration must not open an account.
  secondSteps: "all",
} as const satisfies BackupDecisions;
