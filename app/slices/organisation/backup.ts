import type { BackupDecisions } from "#app/core/db/backup-decision.ts";

export const organisationBackup = {
  organisations: "all",
  organisationAddresses: "all",
  organisationMembers: "all",
  organisationTeams: "all",
  organisationTeamMembers: "all",
  organisationInvitations: {
    only: "state <> 'open'",
    because: "One that is open may be cancelled after the backup. Restored, it could be accepted.",
  },
} as const satisfies BackupDecisions;
