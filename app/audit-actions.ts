import type { ParseKeys } from "i18next";
import { ENTITY_NAMES, type Entity } from "./entities.ts";
import { OWNED_NAMES, type OwnedEntity } from "./owned-entities.ts";
import { ruled } from "./slices.ts";

/** The audited actions other than creating, updating and deleting an entity. Slices declare theirs. */
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
  "account.delete",
  "account.notMe",
  "user.setEmail",
  "user.setRole",
  "user.ban",
  "user.unban",
  "session.revoke",
  "session.revokeAll",
  "row.restore",
  ...ruled("auditActions").flat(),
] as const;

type OtherAction = (typeof OTHER_ACTIONS)[number];

/** Creating, updating and deleting each entity, including those that belong to a user or an organisation. */
const ENTITY_ACTIONS = [...ENTITY_NAMES, ...OWNED_NAMES].flatMap((entity) =>
  (["create", "update", "delete"] as const).map((verb) => ({
    action: `${entity}.${verb}` as const,
    label: `${entity}:audit.${verb}` as const,
  })),
);

/** An action that the audit log can record. */
export type AuditAction = OtherAction | `${Entity | OwnedEntity}.${"create" | "update" | "delete"}`;

const LABELS = new Map<AuditAction, ParseKeys>([
  ...OTHER_ACTIONS.map((action) => [action, `audit:actions.${action}`] as const),
  ...ENTITY_ACTIONS.map(({ action, label }) => [action, label] as const),
]);

/** Every action that the audit log records. */
export const AUDIT_ACTIONS: readonly AuditAction[] = [...LABELS.keys()];

/** The translation key of an action's label. Old entries may have an action that this version doesn't know. */
export const auditLabel = (action: AuditAction): ParseKeys => LABELS.get(action) ?? "audit:unknownAction";
