import type { BackupDecisions } from "#app/core/db/backup-decision.ts";

export const organisationKeyBackup = {
  organisationKeys: {
    leftOut: "A key may be revoked after the backup. Restored, it would be valid again.",
  },
} as const satisfies BackupDecisions;
