import type { OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { dbContext, i18nContext, platformContext, viewerContext } from "#app/context.ts";
import type { Written } from "#app/core/db/written.ts";
import { API_PATH } from "#app/core/http/api-path.ts";
import { type Actor, currentActor } from "#app/identity/audit/audit.server.ts";
import { authorize } from "#app/identity/auth/authorize.server.ts";
import {
  type RoleChanged,
  setUserDetails,
  setUserEmail,
  setUserRole,
} from "#app/identity/manage-users/user-update.server.ts";
import { revokeSession, revokeSessions } from "#app/identity/session/session-list.server.ts";
import type { UserDetailsInput } from "#app/identity/user/user.schema.ts";
import { banUser, createUser, deleteUser, unbanUser } from "#app/identity/user/user-write.server.ts";
import { DEFAULT_ROLE } from "#app/permissions.ts";
import { entityTag, requireMatch, seenBy } from "#app/slices/api/entity-tag.server.ts";
import type { ApiEnv } from "#app/slices/api/env.ts";
import { newIdFor } from "#app/slices/api/idempotency.server.ts";
import { ApiProblem } from "#app/slices/api/problem.server.ts";
import { requireWritten, sentFields } from "#app/slices/api/written.server.ts";
import * as operations from "./user-change-operations.server.ts";
import { findUserResponse } from "./user-response.server.ts";
import type { userSchema } from "./user-schemas.server.ts";

/** The fields of a user in the manager's forms, except address and role. */
const detailsOf = ({ name }: z.output<typeof userSchema>): UserDetailsInput => ({ name });

/** Adds the operations that change users. They email the user, as the pages do. */
export function userChangesApi(api: OpenAPIHono<ApiEnv>): void {
  api.openapi(operations.create, async (c) => {
    const { context } = c.env;
    const input = c.req.valid("json");
    if (input.role !== DEFAULT_ROLE) authorize(context, await context.get(viewerContext), "user:set-role");
    const row = { ...input, id: await newIdFor(c) };
    const id = await requireWritten(
      c,
      await createUser(context.get(dbContext), row, await currentActor(context)),
    );
    const user = await findUserResponse(c, id);
    const headers = {
      ETag: await entityTag(user),
      Location: new URL(`${API_PATH}/users/${id}`, c.req.url).href,
    };
    return c.json(user, 201, headers);
  });

  /** How the response to a refused write finds the current state. */
  const stateOf = (c: Context<ApiEnv>, id: string) => ({
    missing: "USER_NOT_FOUND" as const,
    find: () => findUserResponse(c, id),
  });

  /** Changes a user whom the caller has seen in their current state, and responds with the changed user. */
  const changed = async (
    c: Context<ApiEnv>,
    write: (user: z.output<typeof userSchema>, actor: Actor) => Promise<Written | RoleChanged>,
  ) => {
    const current = await findUserResponse(c, c.req.param("id") ?? "");
    await requireMatch(c, current);
    await requireWritten(c, await write(current, await currentActor(c.env.context)), stateOf(c, current.id));
    const user = await findUserResponse(c, current.id);
    return c.json(user, 200, { ETag: await entityTag(user) });
  };
  const db = (c: Context<ApiEnv>) => c.env.context.get(dbContext);

  api.openapi(operations.update, (c) =>
    changed(c, async (user, actor) => {
      const details = await sentFields(c, c.req.valid("json"));
      return setUserDetails(db(c), user.id, { ...details, original: seenBy(c, detailsOf(user)) }, actor);
    }),
  );
  api.openapi(operations.setEmail, (c) =>
    changed(c, ({ id, email }, actor) =>
      setUserEmail(db(c), id, { ...c.req.valid("json"), original: seenBy(c, { email }) }, actor),
    ),
  );
  api.openapi(operations.setRole, (c) =>
    changed(c, ({ id, role }, actor) =>
      setUserRole(db(c), id, { ...c.req.valid("json"), original: role }, actor),
    ),
  );
  api.openapi(operations.ban, (c) =>
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

  /**
   * Removes something from an existing user, such as a ban or a session.
   * @param options.hasIfMatch whether the operation supports If-Match
   */
  const removed = async (
    c: Context<ApiEnv>,
    write: (user: z.output<typeof userSchema>, actor: Actor) => Promise<Written>,
    { hasIfMatch = false } = {},
  ): Promise<Response> => {
    const user = await findUserResponse(c, c.req.param("id") ?? "");
    if (hasIfMatch) await requireMatch(c, user);
    const { missing, find } = stateOf(c, user.id);
    const written = await write(user, await currentActor(c.env.context));
    await requireWritten(c, written, hasIfMatch ? { missing, find } : { missing });
    return c.body(null, 204);
  };

  api.openapi(operations.unban, (c) => removed(c, ({ id }, actor) => unbanUser(db(c), id, actor)));
  api.openapi(operations.remove, (c) =>
    removed(
      c,
      (user, actor) => {
        const { id, email, role } = user;
        return deleteUser(db(c), id, actor, seenBy(c, { email, role, ...detailsOf(user) }));
      },
      { hasIfMatch: true },
    ),
  );
  api.openapi(operations.revokeAll, (c) =>
    removed(c, ({ id }, actor) => revokeSessions(db(c), id, "", actor)),
  );
  api.openapi(operations.revoke, (c) =>
    removed(c, ({ id }, actor) => revokeSession(db(c), id, c.req.valid("param").sessionId, actor)),
  );
}
