import type { Scope } from "#app/scopes.ts";

/** The scopes that a key can have. A key is not an administrator, so "manage" is not among them. */
export const KEY_SCOPES = ["read", "write"] as const satisfies readonly Scope[];
