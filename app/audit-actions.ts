import { ENTITY_NAMES, type Entity } from "./entities.ts";

/** What the audit log records besides creating, updating and deleting an entity. */
const OTHER_ACTIONS = [
  "auth.signIn",
  "auth.signOut",
  "request.refused",
  "request.limited",
  "account.onboard",
  "account.rename",
  "account.changeEmail",
  "account.link",
  "account.unlink",
  "account.delete",
  "user.setRole",
  "user.ban",
  "user.unban",
  "user.impersonate",
  "user.stopImpersonating",
  "session.revoke",
  "session.revokeAll",
] as const;

export type AuditAction = (typeof OTHER_ACTIONS)[number] | `${Entity}.${"create" | "update" | "delete"}`;

/** Everything that the audit log records. The label of each is `audit:actions.<action>` in locales/. */
export const AUDIT_ACTIONS: readonly AuditAction[] = [
  ...OTHER_ACTIONS,
  ...ENTITY_NAMES.flatMap((entity) => [`${entity}.create`, `${entity}.update`, `${entity}.delete`] as const),
];
