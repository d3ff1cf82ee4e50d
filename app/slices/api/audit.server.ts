import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { AUDIT_ACTIONS, type AuditAction } from "#app/audit-actions.ts";
import { dbContext, platformContext } from "#app/context.ts";
import { parseCursor, timeKeys } from "#app/core/lists/cursor.ts";
import { normalisePerson } from "#app/identity/audit/audit-filter.server.ts";
import { listAudit } from "#app/identity/audit/audit-list.server.ts";
import type { ApiEnv } from "./env.ts";
import { nextPage } from "./next-page.server.ts";
import { after, iso, listOf, operation, time } from "./operation.server.ts";

const named = z.object({ id: z.string().nullable(), name: z.string().nullable() });
const value = z.union([z.string(), z.number(), z.boolean()]).nullable();

const entrySchema = z
  .object({
    id: z.string(),
    at: time,
    action: z.string().openapi({ example: "user.update" }),
    actor: named.nullable().openapi({ description: "The actor; null for a visitor." }),
    asUser: named.nullable().openapi({ description: "The user that the actor was impersonating." }),
    tokenName: z.string().nullable().openapi({ description: "The access token that the actor used." }),
    subject: named.nullable().openapi({ description: "The object of the action." }),
    code: z.string().nullable().openapi({ description: "Why it was refused." }),
    count: z
      .int()
      .openapi({ description: "How often it happened. Repeated refusals within an hour are one entry." }),
    partOf: z.string().nullable().openapi({
      description: "The id of the entry of the whole operation, if this is one of many rows.",
    }),
    parts: z.int().nullable().openapi({ description: "How many entries have this one as `partOf`." }),
    changes: z.array(z.object({ field: z.string(), from: value, to: value })),
    requestId: z.string(),
  })
  .openapi("AuditEntry");

const listAuditLog = operation({
  id: "listAuditLog",
  tag: "Audit log",
  summary: "List the audit log, newest first",
  method: "get",
  path: "/audit",
  scopes: ["read", "manage"],
  permission: "audit:list",
  request: {
    query: z.object({
      person: z.string().max(254).optional().openapi({
        description:
          "An email address or an id. Finds actions by this user, as this user, or on this user or the row with this id.",
      }),
      action: z.enum(AUDIT_ACTIONS as [AuditAction, ...AuditAction[]]).optional(),
      from: z.iso.datetime().optional(),
      before: z.iso.datetime().optional(),
      after,
    }),
  },
  refusals: [400],
  responses: {
    200: {
      description: "25 entries at most.",
      content: { "application/json": { schema: listOf(entrySchema).openapi("AuditLog") } },
    },
  },
});

/** Adds the operations on the audit log. */
export function auditApi(api: OpenAPIHono<ApiEnv>): void {
  api.openapi(listAuditLog, async (c) => {
    const { person, action, from, before, after } = c.req.valid("query");
    const { now } = c.env.context.get(platformContext);
    const { items, next } = await listAudit(
      c.env.context.get(dbContext),
      {
        person: normalisePerson(person),
        action: action ?? null,
        operations: "each",
        from: from === undefined ? null : Date.parse(from),
        // Without an upper limit, the query reads up to now, so that both indexes on time have a place to start.
        before: before === undefined ? now + 1 : Date.parse(before),
      },
      parseCursor(after ?? null, timeKeys),
    );
    const entries = items.map((entry) => ({
      id: entry.id,
      at: iso(entry.at),
      action: entry.action,
      actor: nameOf(entry.actorId, entry.actorLabel),
      asUser: nameOf(entry.asUserId, entry.asUserLabel),
      tokenName: entry.tokenName,
      subject: nameOf(entry.subjectId, entry.subjectLabel),
      code: entry.code,
      count: entry.count,
      partOf: entry.partOf,
      parts: entry.parts,
      changes: (entry.changes ?? []).map(([field, from, to]) => ({ field, from, to })),
      requestId: entry.requestId,
    }));
    return c.json({ items: entries, next: nextPage(c.req.url, next) }, 200);
  });
}

const nameOf = (id: string | null, name: string | null) =>
  id === null && name === null ? null : { id, name };
