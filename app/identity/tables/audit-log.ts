import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { AuditAction } from "#app/audit-actions.ts";
import { id, timestamp } from "#app/core/db/columns.ts";
import type { FieldValue } from "#app/core/db/written.ts";
import type { ErrorCode } from "#app/error-codes.ts";

/** A field that a write changed: its name, its old value, and its new value. */
export type AuditedChange = [field: string, from: FieldValue, to: FieldValue];

/**
 * Each entry says who did something, in whose name, and to what. The table has no foreign keys and stores its own
 * labels, because it must outlive everything that it mentions.
 */
export const auditLog = sqliteTable(
  "audit_log",
  {
    id: id(),
    at: timestamp("at").notNull(),
    requestId: text("request_id").notNull(),
    /**
     * The actor; null for a visitor. The label is the actor's email address at that time; for a key, the name of its
     * tenant.
     */
    actorId: text("actor_id"),
    actorLabel: text("actor_label"),
    /** The user that the actor was impersonating. */
    asUserId: text("as_user_id"),
    asUserLabel: text("as_user_label"),
    /** The name of the access token or the key that the actor used, if any. */
    tokenName: text("token_name"),
    action: text("action").$type<AuditAction>().notNull(),
    subjectId: text("subject_id"),
    subjectLabel: text("subject_label"),
    /** Why the action was refused. */
    code: text("code").$type<ErrorCode>(),
    /**
     * How often the action happened. If the same person is refused the same thing again within an hour, this
     * entry counts it.
     */
    count: integer("count").notNull().default(1),
    /** The summary entry that stands for this one in lists, for an action on many rows (operationEntries). */
    partOf: text("part_of"),
    /** How many entries this one stands for, if it is a summary entry; otherwise null. */
    parts: integer("parts"),
    /** The fields that the action changed. Null for older entries, and where no field changed. */
    changes: text("changes", { mode: "json" }).$type<AuditedChange[]>(),
    /** The tenant that the entry is about, or whose row it is about: the id of an organisation (core/db/tenant). */
    tenantId: text("tenant_id"),
  },
  (table) => [
    // Each of these is a pair of partial indexes, so that lists don't have to skip the entries behind a summary.
    index("audit_log_shown").on(table.at, table.id).where(sql`part_of is null`),
    index("audit_log_parts").on(table.at, table.id).where(sql`part_of is not null`),
    index("audit_log_actor_shown")
      .on(table.actorId, table.at, table.id)
      .where(sql`actor_id is not null and part_of is null`),
    index("audit_log_actor_parts")
      .on(table.actorId, table.at, table.id)
      .where(sql`actor_id is not null and part_of is not null`),
    index("audit_log_as_user_shown")
      .on(table.asUserId, table.at, table.id)
      .where(sql`as_user_id is not null and part_of is null`),
    index("audit_log_as_user_parts")
      .on(table.asUserId, table.at, table.id)
      .where(sql`as_user_id is not null and part_of is not null`),
    index("audit_log_part").on(table.partOf, table.at, table.id).where(sql`part_of is not null`),
    index("audit_log_action").on(table.action, table.at, table.id),
    // Indexes for one action of one person, who may have many other entries.
    index("audit_log_actor_action")
      .on(table.actorId, table.action, table.at, table.id)
      .where(sql`actor_id is not null`),
    index("audit_log_as_user_action")
      .on(table.asUserId, table.action, table.at, table.id)
      .where(sql`as_user_id is not null`),
    index("audit_log_subject_action")
      .on(table.subjectId, table.action, table.at, table.id)
      .where(sql`subject_id is not null`),
    // Finds the deleted account that had an address.
    index("audit_log_deleted_user")
      .on(table.subjectLabel, table.at)
      .where(sql`action in ('account.delete', 'user.delete')`),
    index("audit_log_tenant").on(table.tenantId, table.at, table.id).where(sql`tenant_id is not null`),
    index("audit_log_subject").on(table.subjectId, table.at, table.id).where(sql`subject_id is not null`),
  ],
);
