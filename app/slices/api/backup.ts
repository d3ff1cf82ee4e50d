import type { BackupDecisions } from "#app/core/db/backup-decision.ts";

export const apiBackup = {
  accessTokens: { leftOut: "A token may be revoked after the backup. Restored, it would be valid again." },
  idempotencyKeys: { leftOut: "They are answers to requests of the last day." },
} as const satisfies BackupDecisions;
