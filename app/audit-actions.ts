import type { ParseKeys } from "i18next";
import { ENTITY_NAMES, type Entity } from "./entities.ts";

/** The audited actions other than creating, updating and deleting an entity. */
const OTHER_ACTIONS = [
  "auth.signIn",
  "auth.signInWithPasskey",
  "auth.signOut",
  "request.refused",
  "request.limited",
  "account.onboard",
  "account.rename",
  "account.changeEmail",
  "account.planEmail",
  "account.keepEmail",
  "account.link",
  "account.unlink",
  "account.delete",
  "account.notMe",
  "user.setEmail",
  "user.setRole",
  "user.ban",
  "user.unban",
  "user.impersonate",
  "user.stopImpersonating",
  "user.export",
  "session.revoke",
  "session.revokeAll",
  "factor.switchOn",
  "factor.switchOff",
  "factor.renewCodes",
  "factor.useRecoveryCode",
  "factor.beginReset",
  "factor.confirmReset",
  "factor.stopReset",
  "factor.reset",
  "token.create",
  "token.revoke",
  "passkey.add",
  "passkey.rename",
  "passkey.remove",
  "passkey.tryCopy",
  "row.restore",
  "audit.export",
] as const;

type OtherAction = (typeof OTHER_ACTIONS)[number];

/** Creating, updating and deleting each entity. */
const ENTITY_ACTIONS = ENTITY_NAMES.flatMap((entity) =>
  (["create", "update", "delete"] as const).map((verb) => ({
    action: `${entity}.${verb}` as const,
    label: `${entity}:audit.${verb}` as const,
  })),
);

export type AuditAction = OtherAction | `${Entity}.${"create" | "update" | "delete"}`;

const LABELS = new Map<AuditAction, ParseKeys>([
  ...OTHER_ACTIONS.map((action) => [action, `audit:actions.${action}`] as const),
  ...ENTITY_ACTIONS.map(({ action, label }) => [action, label] as const),
]);

/** Every action that the audit log records. */
export const AUDIT_ACTIONS: readonly AuditAction[] = [...LABELS.keys()];

/** The translation key of an action's label. Old entries may hold an action that this version doesn't know. */
export const auditLabel = (action: AuditAction): ParseKeys => LABELS.get(action) ?? "audit:unknownAction";
