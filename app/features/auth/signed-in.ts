import type { Role } from "#app/permissions.ts";

/** Someone who has just proven who they are, and the token of their new session. */
export interface SignedIn {
  user: { id: string; role: Role; onboardedAt: number | null };
  sessionToken: string;
}
