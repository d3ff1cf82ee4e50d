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

/** What whoever calls an operation must have. */
export interface Needs {
  /** Scopes of the token. */
  scopes: readonly Scope[];
  /** A permission of its owner's role. Null: what every owner may do with what is their own. */
  permission: Permission | null;
  /** Whether a token will do that is bound to an organisation: the operation then answers for that one only. */
  bound?: boolean;
  /** Whether a key will do that acts as an organisation: no person is behind it, and the operation then answers for that one only. */
  keys?: boolean;
}

/** What tells programs how to sign in (RFC 6750, section 3). */
const challenge = (parameters = "") => ({ "WWW-Authenticate": `Bearer realm="api"${parameters}` });

/** The text after "Bearer" in a request's Authorization header (RFC 6750), or null. */
function bearerOf(request: Request): string | null {
  const [, text] = /^Bearer +(\S+) *$/i.exec(request.headers.get("Authorization") ?? "") ?? [];
  return text ?? null;
}

/**
 * Lets a request through whose token has the scopes and whose owner has the permission, or whose key has the scopes. It comes before anything else: the
 * form of a token is public arithmetic, so anyone can make one up, which must cost no more than being looked up. A text that
 * is no token is refused without asking D1.
 * @throws an ApiProblem: 401, 403, or 429 for a network or token that asks too often
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
    // The audit log names them, if they are refused.
    context.set(findViewerContext, async () => viewer);
    context.set(tenantKeyContext, key);
    const held = (key ?? viewer?.token)?.scopes;
    if (!held) throw new ApiProblem("INVALID_ACCESS_TOKEN", invalid);
    if (!scopes.every((scope) => held.includes(scope))) {
      const named = `, error="insufficient_scope", scope="${scopes.join(" ")}"`;
      throw new ApiProblem("INSUFFICIENT_SCOPE", { headers: challenge(named) });
    }
    // Without a viewer, an operation that asks for one fails: what is about people must not mistake a key for one.
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

/** Who calls: the owner of an access token, or a key. The queries for both are one trip. */
async function findCaller(context: Readonly<RouterContextProvider>, tokenHash: string) {
  const [db, platform] = [context.get(dbContext), context.get(platformContext)];
  const [viewer, ...keys] = await Promise.all([
    findTokenOwner(db, tokenHash, platform),
    ...hooked("tenantKey").map((find) => find(db, tokenHash, platform)),
  ]);
  return { viewer, key: keys.find((key) => key !== null) ?? null };
}

/**
 * Whether an access token may not be used for something, because its owner may enter the manager, needs a second step by
 * now and has none: what only managers may do. What every user may do is not part of the manager.
 * @param permission the one that it takes; null if it takes none
 */
async function isTokenBarred(
  context: Readonly<RouterContextProvider>,
  viewer: Viewer,
  permission: Permission | null,
): Promise<boolean> {
  if (permission === null || can(DEFAULT_ROLE, permission) || !can(viewer.role, "apps:manager")) return false;
  return (await signInStep()?.isLacking(context, Promise.resolve(viewer), viewer.id)) ?? false;
}
