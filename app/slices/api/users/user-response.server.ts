import type { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { dbContext, platformContext } from "#app/context.ts";
import { findUser } from "#app/identity/user/user.server.ts";
import type { ApiEnv } from "#app/slices/api/env.ts";
import { iso, isoOrNull } from "#app/slices/api/operation.server.ts";
import { ApiProblem } from "#app/slices/api/problem.server.ts";
import type { userSchema } from "./user-schemas.server.ts";

/** Finds a user, in the form in which reads return it. @throws an ApiProblem: 404 */
export async function findUserResponse(c: Context<ApiEnv>, id: string): Promise<z.output<typeof userSchema>> {
  const { context } = c.env;
  const user = await findUser(context.get(dbContext), id, context.get(platformContext).now);
  if (!user) throw new ApiProblem("USER_NOT_FOUND");
  const { email, name, role, onboardedAt, ban } = user;
  return {
    id,
    email,
    name,
    role,
    onboardedAt: isoOrNull(onboardedAt),
    ban: ban && { since: iso(ban.since), until: isoOrNull(ban.until), reason: ban.reason },
  };
}
