import type { Role } from "../auth/permissions.ts";

/** Who is signed in, and with which session. */
export interface Viewer {
  id: string;
  email: string;
  name: string | null;
  role: Role;
  /** Milliseconds since 1970; null until the name was given. */
  onboardedAt: number | null;
  sessionId: string;
}
