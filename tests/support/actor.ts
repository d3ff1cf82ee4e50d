import type { Role } from "#app/permissions.ts";

/** Somebody whose requests the access matrix sends. */
export interface Actor {
  name: string;
  /** The actor's role, as the site sees it; null for a visitor. */
  role: Role | null;
  onboarded: boolean;
  impersonates: boolean;
  /** Whether they use the read-only demo. */
  inDemo: boolean;
}

export const someone = (name: string, role: Role | null, traits: Partial<Actor> = {}): Actor => ({
  name,
  role,
  onboarded: true,
  impersonates: false,
  inDemo: false,
  ...traits,
});
