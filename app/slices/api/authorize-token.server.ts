import type { MiddlewareHandler } from "hono";
import type { RouterContextProvider } from "react-router";
import {
  dbContext,
  findViewerContext,
  platformContext,
  settingsContext,
  tenantKeyContext,
  type Viewer,
  viewerContext,
} from "#app/context.ts";
import { mayCallApi, mayWrite, NETWORK_LIMIT_SECONDS } from "#app/core/http/rate-limit.server.ts";
import { noteRefusal } from "#app/core/http/refusal.server.ts";
import { isSafe } from "#app/core/http/safe-methods.ts";
import { sha256 } from "#app/core/lib/bytes.ts";
import { authorize } from "#app/identity/auth/authorize.server.ts";
import { signInStep } from "#app/identity/auth/sign-in-step.server.ts";
import { hooked } from "#app/identity/hooks/hooks.server.ts";
import { can, DEFAULT_ROLE, type Permission } from "#app/permissions.ts";
import type { Scope } from "#app/scopes.ts";
import { findTokenOwner } from "#app/slices/api/token/access-token.server.ts";
import { isTokenText } from "#app/slices/api/token/token-text.ts";
import type { ApiEnv } from "./env.ts";
import { ApiProblem } from "./problem.server.ts";

/** What an operation requires of its caller. */
export interface Needs {
  /** The scopes that the token needs. */
  scopes: readonly Scope[];
  /** A permission of the owner's role. Null: any owner may do this with their own rows. */
  permission: Permission | null;
  /**
   * Whether a token that is bound to an organisation is accepted. The operation is then limited to that organisation.
   */
  bound?: boolean;
  /**
   * Whether an organisation's key is accepted. No person is behind a key, and the operation is limited to that
   * organisation.
   */
  keys?: boolean;
}

/** The challenge that tells programs how to authenticate (RFC 6750, section 3). */
const challenge = (parameters = "") => ({ "WWW-Authenticate": `Bearer realm="api"${parameters}` });

/** The text after "Bearer" in a request's Authorization header (RFC 6750), or null. */
function bearerOf(request: Request): string | null {
  const [, text] = /^Bearer +(\S+) *$/i.exec(request.headers.get("Authorization") ?? "") ?? [];
  return text ?? null;
}

/**
 * Lets a request through if its token has the scopes and the owner of the token has the permission, or if its
 * key has the scopes. It runs before everything else. Anyone can make up a token, because its checksum is
 * public, so refusing one must cost no more than a lookup. A text that is not a token is refused without a
 * query to D1.
 * @throws an ApiProblem: 401, 403, or 429 for a network or token that calls too often
 */
export const authorizeToken =
  ({ scopes, permission, bound = false, keys = false }: Needs): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    const { context } = c.env;
    const request = c.req.raw;
    const text = bearerOf(request);
    if (text === null) throw new ApiProblem("INVALID_ACCESS_TOKEN", { headers: challenge() });
    const invalid = { headers: challenge(', error="invalid_token"') };
    const tokenHash = await sha256(text);
    if (!(await mayCallApi(context, tokenHash))) {
      noteRefusal(context, "LIMIT_REACHED", { retryAfterSeconds: NETWORK_LIMIT_SECONDS });
      throw new ApiProblem("LIMIT_REACHED");
    }
    if (!(await isTokenText(text))) throw new ApiProblem("INVALID_ACCESS_TOKEN", invalid);

    const { viewer, key } = await findCaller(context, tokenHash);
    // The audit log then names the caller even if the request is refused.
    context.set(findViewerContext, async () => viewer);
    context.set(tenantKeyContext, key);
    const granted = (key ?? viewer?.token)?.scopes;
    if (!granted) throw new ApiProblem("INVALID_ACCESS_TOKEN", invalid);
    if (!scopes.every((scope) => granted.includes(scope))) {
      const named = `, error="insufficient_scope", scope="${scopes.join(" ")}"`;
      throw new ApiProblem("INSUFFICIENT_SCOPE", { headers: challenge(named) });
    }
    // There is no viewer if the caller is a key. Only operations that accept keys continue, so that no
    // operation on people takes a key for a person.
    if (!viewer) {
      if (!keys || permission) throw new ApiProblem("INSUFFICIENT_SCOPE");
    } else {
      if (!bound && viewer.token.membershipId !== null) throw new ApiProblem("INSUFFICIENT_SCOPE");
      if (permission) {
        authorize(context, viewer, permission);
        if (await isTokenBarred(context, viewer, permission)) throw new ApiProblem("SECOND_STEP_REQUIRED");
      }
      context.set(viewerContext, Promise.resolve(viewer));
    }
    if (!isSafe(request)) {
      if (context.get(settingsContext).DEMO) throw new ApiProblem("DEMO_READ_ONLY");
      if (!(await mayWrite(context))) throw new ApiProblem("LIMIT_REACHED");
    }
    await next();
  };

/** The caller: the owner of an access token, or a key. Both queries run in one round trip. */
async function findCaller(context: Readonly<RouterContextProvider>, tokenHash: string) {
  const [db, platform] = [context.get(dbContext), context.get(platformContext)];
  const [viewer, ...keys] = await Promise.all([
    findTokenOwner(db, tokenHash, platform),
    ...hooked("tenantKey").map((find) => find(db, tokenHash, platform)),
  ]);
  return { viewer, key: keys.find((key) => key !== null) ?? null };
}

/**
 * Whether a token is refused because its owner has no second step. This applies if the operation needs a permission of
 * the manager and the owner must have a second step. Operations that any user may run are not refused.
 * @param permission the permission that the operation needs; null if none
 */
async function isTokenBarred(
  context: Readonly<RouterContextProvider>,
  viewer: Viewer,
  permission: Permission | null,
): Promise<boolean> {
  if (permission === null || can(DEFAULT_ROLE, permission) || !can(viewer.role, "apps:manager")) return false;
  return (await signInStep()?.isLacking(context, Promise.resolve(viewer), viewer.id)) ?? false;
}
