import type { Role } from "../auth/permissions.ts";

/** Who is signed in, and with which session. */
export interface Viewer {
  id: string;
  email: string;
  name: string | null;
  role: Role;
  /** Milliseconds since 1970; null until the name was given. */
  onboardedAt: number | null;
  /** Whether they have proven the address. */
  verified: boolean;
  sessionId: string;
  /** Who really sits there, where the viewer is a user whom an administrator sees the site as. */
  impersonator: { id: string; email: string; endsAt: number } | null;
}
