import type { MiddlewareHandler } from "hono";
import { findViewerContext, settingsContext, type Viewer, viewerContext } from "#app/context.ts";
import { authorize } from "#app/features/auth/authorize.server.ts";
import { isTokenText } from "#app/features/token/token-text.ts";
import { bearerOf } from "#app/features/token/token-viewer.server.ts";
import { mayCallApi, NETWORK_LIMIT_SECONDS } from "#app/http/rate-limit.server.ts";
import { noteRefusal } from "#app/http/refusal.server.ts";
import { sha256 } from "#app/lib/bytes.ts";
import { isSafe } from "#app/middleware/same-origin.ts";
import type { Permission } from "#app/permissions.ts";
import type { Scope } from "#app/scopes.ts";
import type { ApiEnv } from "./env.ts";
import { ApiProblem } from "./problem.server.ts";

/** What whoever calls an operation must have. */
export interface Needs {
  /** Scopes of the token. */
  scopes: readonly Scope[];
  /** A permission of its owner's role. Null: what every owner may do with what is their own. */
  permission: Permission | null;
}

/** What tells programs how to sign in (RFC 6750, section 3). */
const challenge = (parameters = "") => ({ "WWW-Authenticate": `Bearer realm="api"${parameters}` });

/**
 * Lets a request through whose token has the scopes and whose owner has the permission. On a read it runs in parallel with
 * what it guards, and answers only once it has passed: one round trip to D1 instead of two. What it guards must then
 * only read. A text that is no token is refused without asking D1.
 * @throws an ApiProblem: 401, 403, or 429 for a network or token that asks too often
 */
export const authorizeToken =
  ({ scopes, permission }: Needs): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    const { context } = c.env;
    const request = c.req.raw;
    const text = bearerOf(request);
    if (text === null) throw new ApiProblem("INVALID_ACCESS_TOKEN", { headers: challenge() });
    const invalid = { headers: challenge(', error="invalid_token"') };
    if (!(await mayCallApi(context, await sha256(text)))) {
      noteRefusal(context, "LIMIT_REACHED", { retryAfterSeconds: NETWORK_LIMIT_SECONDS });
      throw new ApiProblem("LIMIT_REACHED");
    }
    if (!(await isTokenText(text))) throw new ApiProblem("INVALID_ACCESS_TOKEN", invalid);

    const check = async (): Promise<Viewer> => {
      const viewer = await context.get(findViewerContext)();
      if (!viewer?.token) throw new ApiProblem("INVALID_ACCESS_TOKEN", invalid);
      if (!scopes.every((scope) => viewer.token?.scopes.includes(scope))) {
        const named = `, error="insufficient_scope", scope="${scopes.join(" ")}"`;
        throw new ApiProblem("INSUFFICIENT_SCOPE", { headers: challenge(named) });
      }
      if (!permission) return viewer;
      return authorize(context, viewer, permission);
    };
    const passed = check();
    context.set(viewerContext, passed);
    passed.catch(() => {});
    if (!isSafe(request)) {
      await passed;
      if (context.get(settingsContext).DEMO) throw new ApiProblem("DEMO_READ_ONLY");
    }
    try {
      await next();
    } finally {
      // A failed check wins over any result of what it guards.
      await passed;
    }
  };
