/** What the audit log tells of. */
export const AUDIT_ACTIONS = [
  "auth.signIn",
  "auth.signOut",
  "request.refused",
  "request.limited",
  "account.onboard",
  "account.rename",
  "account.changeEmail",
  "account.delete",
  "book.create",
  "book.update",
  "book.delete",
  "genre.create",
  "genre.update",
  "genre.delete",
  "user.create",
  "user.update",
  "user.setRole",
  "user.delete",
  "user.ban",
  "user.unban",
  "user.impersonate",
  "user.stopImpersonating",
  "session.revoke",
  "session.revokeAll",
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];
