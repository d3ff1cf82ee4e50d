import type { BackupDecisions } from "#app/core/db/backup-decision.ts";

export const passkeyBackup = {
  passkeys: "all",
  usedPasskeyChallenges: { leftOut: "A challenge expires within minutes." },
} as const satisfies BackupDecisions;
