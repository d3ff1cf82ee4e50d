import type { Role } from "#app/permissions.ts";

/** A user who has just signed in, and the token of their new session. */
export interface SignedIn {
  user: { id: string; email: string; role: Role; onboardedAt: number | null };
  sessionToken: string;
}

/** The result of a sign-in: a session, or a sign-in that is pending until its second step. */
export type SignInResult = SignedIn | { pendingId: string };
