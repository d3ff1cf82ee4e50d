import { type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { dbContext, i18nContext, platformContext, viewerContext } from "#app/context.ts";
import type { Written } from "#app/db/written.ts";
import { type Actor, currentActor } from "#app/features/audit/audit.server.ts";
import { authorize } from "#app/features/auth/authorize.server.ts";
import { mailNotices } from "#app/features/notice/mail-notices.server.ts";
import { revokeSession, revokeSessions } from "#app/features/session/session-list.server.ts";
import { banSchema, emailSchema, nameSchema } from "#app/features/user/user.schema.ts";
import {
  type RoleChanged,
  setUserDetails,
  setUserEmail,
  setUserRole,
} from "#app/features/user/user-update.server.ts";
import { banUser, createUser, deleteUser, unbanUser } from "#app/features/user/user-write.server.ts";
import { API_PATH } from "#app/http/api-path.ts";
import { DEFAULT_ROLE, type Permission } from "#app/permissions.ts";
import { entityTag, requireMatch, seenBy } from "./entity-tag.server.ts";
import type { ApiEnv } from "./env.ts";
import { newIdFor } from "./idempotency.server.ts";
import { idempotencyKey, idParameter, ifMatch, jsonBody, operation, tagHeader } from "./operation.server.ts";
import { ApiProblem } from "./problem.server.ts";
import { findShownUser } from "./shown-user.server.ts";
import { roleSchema, userSchema } from "./user-schemas.server.ts";
import { requireWritten } from "./written.server.ts";

const shown = {
  description: "The user.",
  content: { "application/json": { schema: userSchema } },
  headers: tagHeader,
};

const create = operation({
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
        name: nameSchema.optional(),
        role: roleSchema.default(DEFAULT_ROLE),
      }),
    ),
  },
  refusals: [400, 409, 413, 415, 422],
  responses: { 201: { ...shown, headers: tagHeader.extend({ Location: z.url() }) } },
});

/** An operation that changes a user and answers with them. */
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
    refusals: [400, 409, 412, 413, 415, 422],
    responses: { 200: shown },
  });
};

const update = change({
  id: "updateUser",
  summary: "Change a user's name",
  method: "patch",
  path: "/users/{id}",
  permission: "user:update",
  body: z.strictObject({ name: nameSchema }),
});

const setEmail = change({
  id: "setUserEmail",
  summary: "Change a user's address",
  description:
    "Ends their sessions, revokes their tokens and unlinks their accounts. Not of someone who may enter the manager.",
  method: "post",
  path: "/users/{id}/email",
  permission: "user:set-email",
  body: z.strictObject({ email: emailSchema }),
});

const setRole = change({
  id: "setUserRole",
  summary: "Change a user's role",
  method: "post",
  path: "/users/{id}/role",
  permission: "user:set-role",
  body: z.strictObject({ role: roleSchema }),
});

const ban = change({
  id: "banUser",
  summary: "Ban a user",
  description: "Ends their sessions. A ban that is in force stays as it is: lift it first.",
  method: "post",
  path: "/users/{id}/ban",
  permission: "user:ban",
  body: banSchema
    .omit({ end: true })
    .extend({
      until: z.iso
        .datetime()
        .optional()
        .openapi({ description: "Its end. Without one it lasts until it is lifted." }),
    })
    .strict(),
});

/** An operation that takes something from a user, and answers with nothing. */
const removal = <const Id extends string, const Path extends string, Parameters extends z.ZodObject>(given: {
  id: Id;
  summary: string;
  path: Path;
  permission: Permission;
  params: Parameters;
}) => {
  const { params, ...described } = given;
  return operation({
    ...described,
    tag: "Users",
    method: "delete",
    scopes: ["write", "manage"],
    request: { params },
    refusals: [409],
    responses: { 204: { description: "It is done, or was already." } },
  });
};

const unban = removal({
  id: "unbanUser",
  summary: "Lift a user's ban",
  path: "/users/{id}/ban",
  permission: "user:ban",
  params: idParameter,
});

const remove = removal({
  id: "deleteUser",
  summary: "Delete a user, for good",
  path: "/users/{id}",
  permission: "user:delete",
  params: idParameter,
});

const revokeAll = removal({
  id: "revokeUserSessions",
  summary: "End all sessions of a user",
  path: "/users/{id}/sessions",
  permission: "session:revoke",
  params: idParameter,
});

const revoke = removal({
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

/** Adds the operations that change users. Whoever is changed is told by mail, as when a page is used. */
export function userChangesApi(api: OpenAPIHono<ApiEnv>): void {
  api.openapi(create, async (c) => {
    const { context } = c.env;
    const { email, name = null, role } = c.req.valid("json");
    if (role !== DEFAULT_ROLE) authorize(context, await context.get(viewerContext), "user:set-role");
    const row = { id: await newIdFor(c), email, name, role };
    const id = requireWritten(c, await createUser(context.get(dbContext), row, await currentActor(context)));
    const user = await findShownUser(c, id);
    const headers = {
      ETag: await entityTag(user),
      Location: new URL(`${API_PATH}/users/${id}`, c.req.url).href,
    };
    return c.json(user, 201, headers);
  });

  /** Runs a change of a user who is as the caller has seen them, and answers with them. */
  const changed = async (
    c: Context<ApiEnv>,
    write: (user: z.output<typeof userSchema>, actor: Actor) => Promise<Written | RoleChanged>,
  ) => {
    const present = await findShownUser(c, c.req.param("id") ?? "");
    await requireMatch(c, present);
    requireWritten(c, await write(present, await currentActor(c.env.context)), "USER_NOT_FOUND");
    mailNotices(c.env.context, present.id);
    const user = await findShownUser(c, present.id);
    return c.json(user, 200, { ETag: await entityTag(user) });
  };
  const db = (c: Context<ApiEnv>) => c.env.context.get(dbContext);

  api.openapi(update, (c) =>
    changed(c, ({ id, name }, actor) =>
      setUserDetails(db(c), id, { ...c.req.valid("json"), shown: seenBy(c, { name }) }, actor),
    ),
  );
  api.openapi(setEmail, (c) =>
    changed(c, ({ id, email }, actor) =>
      setUserEmail(db(c), id, { ...c.req.valid("json"), shown: seenBy(c, { email }) }, actor),
    ),
  );
  api.openapi(setRole, (c) =>
    changed(c, ({ id, role }, actor) =>
      setUserRole(db(c), id, { ...c.req.valid("json"), shown: role }, actor),
    ),
  );
  api.openapi(ban, (c) =>
    changed(c, ({ id }, actor) => {
      const { reason, until: given } = c.req.valid("json");
      const until = given === undefined ? null : Date.parse(given);
      if (until !== null && until <= c.env.context.get(platformContext).now) {
        const message = c.env.context.get(i18nContext).t("user:errors.endInPast");
        throw new ApiProblem("INVALID_FIELDS", { errors: [{ field: "until", message }] });
      }
      return banUser(db(c), id, { reason, until }, actor);
    }),
  );

  /** Runs a removal from a user who is there. */
  const removed = async (
    c: Context<ApiEnv>,
    write: (id: string, actor: Actor) => Promise<Written>,
  ): Promise<Response> => {
    const { id } = await findShownUser(c, c.req.param("id") ?? "");
    requireWritten(c, await write(id, await currentActor(c.env.context)), "USER_NOT_FOUND");
    mailNotices(c.env.context, id);
    return c.body(null, 204);
  };

  api.openapi(unban, (c) => removed(c, (id, actor) => unbanUser(db(c), id, actor)));
  api.openapi(remove, (c) => removed(c, (id, actor) => deleteUser(db(c), id, actor)));
  api.openapi(revokeAll, (c) => removed(c, (id, actor) => revokeSessions(db(c), id, "", actor)));
  api.openapi(revoke, (c) =>
    removed(c, (id, actor) => revokeSession(db(c), id, c.req.valid("param").sessionId, actor)),
  );
}
