import { z } from "@hono/zod-openapi";
import { banSchema, emailSchema, userDetailsSchema } from "#app/identity/user/user.schema.ts";
import { DEFAULT_ROLE, type Permission } from "#app/permissions.ts";
import {
  createdHeaders,
  idempotencyKey,
  idParameter,
  ifMatch,
  jsonBody,
  operation,
  tagHeader,
} from "#app/slices/api/operation.server.ts";
import { roleSchema, userSchema } from "./user-schemas.server.ts";

// Describes the operations that change users. user-changes.server.ts runs them.

const userResponse = {
  description: "The user.",
  content: { "application/json": { schema: userSchema } },
  headers: tagHeader,
};

export const create = operation({
  id: "createUser",
  tag: "Users",
  summary: "Add a user",
  description: `They sign in with a code to their address. Another role than "${DEFAULT_ROLE}" takes the permission to set roles.`,
  method: "post",
  path: "/users",
  scopes: ["write", "manage"],
  permission: "user:create",
  request: {
    headers: idempotencyKey,
    body: jsonBody(
      z.strictObject({
        email: emailSchema,
        ...userDetailsSchema.shape,
        role: roleSchema.default(DEFAULT_ROLE),
      }),
    ),
  },
  refusals: [409, 415, 422],
  responses: { 201: { ...userResponse, headers: createdHeaders } },
});

/** Describes an operation that changes a user and responds with them. */
const change = <const Id extends string, const Path extends string, Body extends z.ZodType>(given: {
  id: Id;
  summary: string;
  description?: string;
  method: "patch" | "post";
  path: Path;
  permission: Permission;
  body: Body;
}) => {
  const { body, ...described } = given;
  return operation({
    ...described,
    tag: "Users",
    scopes: ["write", "manage"],
    request: { params: idParameter, headers: ifMatch, body: jsonBody(body) },
    refusals: [409, 412, 415, 422],
    responses: { 200: userResponse },
  });
};

export const update = change({
  id: "updateUser",
  summary: "Change a user's details",
  description: "Fields that are not sent stay as they are.",
  method: "patch",
  path: "/users/{id}",
  permission: "user:update",
  body: userDetailsSchema.partial().strict(),
});

export const setEmail = change({
  id: "setUserEmail",
  summary: "Change a user's address",
  description:
    "Ends their sessions, revokes their tokens, removes their passkeys and unlinks their accounts. Not allowed for users who may enter the manager.",
  method: "post",
  path: "/users/{id}/email",
  permission: "user:set-email",
  body: z.strictObject({ email: emailSchema }),
});

export const setRole = change({
  id: "setUserRole",
  summary: "Change a user's role",
  method: "post",
  path: "/users/{id}/role",
  permission: "user:set-role",
  body: z.strictObject({ role: roleSchema }),
});

export const ban = change({
  id: "banUser",
  summary: "Ban a user",
  description:
    "Ends their sessions. If the user is already banned, another ban is refused: lift the current one first.",
  method: "post",
  path: "/users/{id}/ban",
  permission: "user:ban",
  body: banSchema
    .omit({ end: true })
    .extend({
      until: z.iso
        .datetime()
        .optional()
        .openapi({ description: "When it ends. Without an end, it lasts until it is lifted." }),
    })
    .strict(),
});

/** Describes an operation that removes something from a user; its response is empty. */
const removal = <const Id extends string, const Path extends string, Parameters extends z.ZodObject>(given: {
  id: Id;
  summary: string;
  path: Path;
  permission: Permission;
  params: Parameters;
  headers?: typeof ifMatch;
}) => {
  const { params, headers, ...described } = given;
  return operation({
    ...described,
    tag: "Users",
    method: "delete",
    scopes: ["write", "manage"],
    request: { params, ...(headers && { headers }) },
    refusals: headers ? [409, 412] : [409],
    responses: { 204: { description: "Done, or already done." } },
  });
};

export const unban = removal({
  id: "unbanUser",
  summary: "Lift a user's ban",
  path: "/users/{id}/ban",
  permission: "user:ban",
  params: idParameter,
});

export const remove = removal({
  id: "deleteUser",
  summary: "Delete a user permanently",
  path: "/users/{id}",
  permission: "user:delete",
  params: idParameter,
  headers: ifMatch,
});

export const revokeAll = removal({
  id: "revokeUserSessions",
  summary: "End all sessions of a user",
  path: "/users/{id}/sessions",
  permission: "session:revoke",
  params: idParameter,
});

export const revoke = removal({
  id: "revokeUserSession",
  summary: "End a session of a user",
  path: "/users/{id}/sessions/{sessionId}",
  permission: "session:revoke",
  params: idParameter.extend({
    sessionId: z
      .string()
      .max(100)
      .openapi({ param: { name: "sessionId", in: "path" } }),
  }),
});
