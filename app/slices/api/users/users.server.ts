import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { dbContext, platformContext, settingsContext, viewerContext } from "#app/context.ts";
import { parseCursor, timeKeys } from "#app/core/lists/cursor.ts";
import { listUserRows } from "#app/identity/manage-users/user-list.server.ts";
import { listSessions } from "#app/identity/session/session-list.server.ts";
import { can } from "#app/permissions.ts";
import { respondToRead } from "#app/slices/api/entity-tag.server.ts";
import type { ApiEnv } from "#app/slices/api/env.ts";
import { nextPage } from "#app/slices/api/next-page.server.ts";
import {
  after,
  idParameter,
  ifNoneMatch,
  iso,
  isoOrNull,
  listOf,
  notModified,
  operation,
  tagHeader,
} from "#app/slices/api/operation.server.ts";
import { findUserResponse } from "./user-response.server.ts";
import { listedUserSchema, roleSchema, sessionSchema, userSchema } from "./user-schemas.server.ts";

const listUsers = operation({
  id: "listUsers",
  tag: "Users",
  summary: "List or search the users",
  method: "get",
  path: "/users",
  scopes: ["read", "manage"],
  permission: "user:list",
  request: {
    query: z.object({
      searchTerm: z
        .string()
        .max(200)
        .default("")
        .openapi({ description: "Words in the name or the address." }),
      role: roleSchema.optional(),
      banned: z.enum(["true", "false"]).optional(),
      createdFrom: z.iso.datetime().optional(),
      createdBefore: z.iso.datetime().optional(),
      sort: z
        .enum(["email", "-email", "name", "-name", "lastSeen", "-lastSeen", "created", "-created"])
        .optional(),
      after,
    }),
  },
  refusals: [400],
  responses: {
    200: {
      description: "At most 20 users. With a filter, pages before the last one may be shorter.",
      content: { "application/json": { schema: listOf(listedUserSchema).openapi("Users") } },
    },
  },
});

const readUser = operation({
  id: "readUser",
  tag: "Users",
  summary: "Read a user",
  method: "get",
  path: "/users/{id}",
  scopes: ["read", "manage"],
  permission: "user:read",
  request: { params: idParameter, headers: ifNoneMatch },
  refusals: [],
  responses: {
    200: {
      description: "The user.",
      content: { "application/json": { schema: userSchema } },
      headers: tagHeader,
    },
    ...notModified,
  },
});

const listUserSessions = operation({
  id: "listUserSessions",
  tag: "Users",
  summary: "List a user's sessions",
  method: "get",
  path: "/users/{id}/sessions",
  scopes: ["read", "manage"],
  permission: "session:list",
  request: { params: idParameter, query: z.object({ after }) },
  refusals: [400],
  responses: {
    200: {
      description: "At most five sessions, the last used first. None for a user who no longer exists.",
      content: { "application/json": { schema: listOf(sessionSchema).openapi("Sessions") } },
    },
  },
});

/** Adds the operations on users and their sessions. */
export function usersApi(api: OpenAPIHono<ApiEnv>): void {
  api.openapi(listUsers, async (c) => {
    const { searchTerm, role, banned, createdFrom, createdBefore, sort, after } = c.req.valid("query");
    const { context } = c.env;
    const showsLastSeen = context.get(viewerContext).then(({ role }) => can(role, "session:list"));
    const { page } = await listUserRows(
      context.get(dbContext),
      {
        term: searchTerm.trim(),
        filter: {
          role: role ?? null,
          banned: banned === undefined ? null : banned === "true",
          createdFrom: millisecondsOf(createdFrom),
          createdBefore: millisecondsOf(createdBefore),
        },
        sort: sort ?? null,
        after: after ?? null,
      },
      { now: context.get(platformContext).now, showsLastSeen },
    );
    const items = page.items.map(({ id, email, name, role, banned, onboardedAt, lastSeenAt, createdAt }) => ({
      id,
      email,
      name,
      role,
      banned,
      onboardedAt: isoOrNull(onboardedAt),
      lastSeenAt: isoOrNull(lastSeenAt),
      createdAt: iso(createdAt),
    }));
    return c.json({ items, next: nextPage(c.req.url, page.next) }, 200);
  });

  api.openapi(readUser, async (c) => respondToRead(c, await findUserResponse(c, c.req.valid("param").id)));

  api.openapi(listUserSessions, async (c) => {
    const { context } = c.env;
    const { after } = c.req.valid("query");
    const { items, next } = await listSessions(
      context.get(dbContext),
      c.req.valid("param").id,
      parseCursor(after ?? null, timeKeys),
      context.get(platformContext).now,
      context.get(settingsContext),
    );
    const sessions = items.map(({ id, device, country, updatedAt, expiresAt }) => ({
      id,
      device,
      country,
      updatedAt: iso(updatedAt),
      expiresAt: iso(expiresAt),
    }));
    return c.json({ items: sessions, next: nextPage(c.req.url, next) }, 200);
  });
}

const millisecondsOf = (text: string | undefined) => (text === undefined ? null : Date.parse(text));
