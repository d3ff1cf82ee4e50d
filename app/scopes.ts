/**
 * What a token may do, beside what its owner's role permits: read, change, and, for administrators, do either with users,
 * their sessions and the audit log (docs/api.md, Scopes).
 */
export const SCOPES = ["read", "write", "manage"] as const;

export type Scope = (typeof SCOPES)[number];
