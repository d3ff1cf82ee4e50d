import type { Scope } from "#app/scopes.ts";

/** What a key may do. It is no administrator, so there is nothing to manage. */
export const KEY_SCOPES = ["read", "write"] as const satisfies readonly Scope[];
