import type { MiddlewareFunction } from "react-router";
import type { Viewer } from "#app/context.ts";
import {
  claimsSinceContext,
  dbContext,
  findViewerContext,
  platformContext,
  recentRoleContext,
  repeatChecksContext,
  replicatedDatabaseContext,
  sessionTokenContext,
  settingsContext,
} from "#app/context.ts";
import { isApi } from "#app/core/http/api-path.ts";
import { noteRefusal } from "#app/core/http/refusal.server.ts";
import { isSafe } from "#app/core/http/safe-methods.ts";
import { isWebhook } from "#app/core/http/webhooks.ts";
import {
  type Claim,
  dropClaim,
  isDue,
  readClaim,
  refreshClaim,
  rememberClaim,
} from "#app/identity/session/claim.server.ts";
import { readRecentRole, refreshRoleCookie } from "#app/identity/session/recent-role.server.ts";
import { findViewer } from "#app/identity/session/session.server.ts";
import { sessionCookie } from "#app/identity/session/session-cookie.server.ts";
import { keepMailLocale } from "#app/identity/user/email-locale.server.ts";

/**
 * Provides a function that finds the signed-in user; for a webhook and the API, it finds nobody. It queries D1 only
 * when called, once per request (twice if a replica does not have the session), and never without a cookie that we
 * signed.
 */
export const session: MiddlewareFunction<Response> = async ({ request, url, pattern, context }, next) => {
  const findOnce = (find: () => Promise<Viewer | null>) => {
    let viewer: Promise<Viewer | null> | undefined;
    context.set(findViewerContext, () => {
      viewer ??= find();
      return viewer;
    });
    context.set(repeatChecksContext, async () => {
      context.set(platformContext, { ...context.get(platformContext), now: Date.now() });
      viewer = undefined;
    });
    return () => viewer;
  };
  // Each operation of the API checks its own caller (app/slices/api/authorize-token.server.ts).
  if (isApi(pattern) || isWebhook(pattern)) {
    context.set(sessionTokenContext, null);
    findOnce(async () => null);
    return next();
  }
  const settings = context.get(settingsContext);
  const cookie = sessionCookie(settings, url);
  const value: unknown = await cookie.parse(request.headers.get("Cookie"));
  const token = typeof value === "string" ? value : null;
  context.set(sessionTokenContext, token);
  const storedRole = token === null ? null : await readRecentRole(request, context, token);
  if (storedRole) context.set(recentRoleContext, storedRole.role);

  const stored = settings.READ_CACHE && token !== null ? await readClaim(request, context, token) : null;
  /** Who the user is, according to the browser's claim or the primary. */
  let said: Claim | null = null;
  const find = async (token: string) => {
    const platform = context.get(platformContext);
    const replicated = context.get(replicatedDatabaseContext);
    const since = context.get(claimsSinceContext);
    if (stored && since !== null && stored.at > since) {
      if (isDue(stored.at, platform.now)) {
        platform.inBackground(async (db) =>
          rememberClaim(token, await findViewer(db, token, platform, settings), platform.now),
        );
      }
      said = stored;
      return stored.viewer;
    }
    // The age of a claim begins when the primary confirmed it.
    const db = since === null ? context.get(dbContext) : replicated.open("first-primary");
    const asksPrimary = replicated.readsPrimary;
    try {
      const found = await findViewer(db, token, platform, settings);
      said = found && asksPrimary ? { viewer: found, at: platform.now } : null;
      if (found || asksPrimary) return found;
      // The session may be too new for the replica.
      return await findViewer(replicated.open("first-primary"), token, platform, settings);
    } catch (error) {
      noteRefusal(context, "FAILED_TO_GET_SESSION");
      throw error;
    }
  };
  const lookedUp = findOnce(async () => (token ? find(token) : null));
  const response = await next();
  if (token === null || response.headers.getSetCookie().some((line) => line.startsWith(`${cookie.name}=`))) {
    return response;
  }
  const found = await lookedUp()?.catch(() => undefined);
  if (found) {
    const line = await refreshRoleCookie(context, token, found, storedRole);
    if (line) response.headers.append("Set-Cookie", line);
    // A claim may be older than the stored session.
    if (!said || said !== stored) keepMailLocale(context, request, found);
  }
  // After any write, the next page asks the database who the user is.
  if (stored && !isSafe(request)) response.headers.append("Set-Cookie", await dropClaim(settings, url));
  if (settings.READ_CACHE && said && isSafe(request)) {
    const isOutdated = stored !== null && stored.at <= (context.get(claimsSinceContext) ?? 0);
    const line = await refreshClaim(context, token, said, isOutdated ? null : stored);
    if (line) response.headers.append("Set-Cookie", line);
  }
  // Clears the cookie of a session that has ended; otherwise every request would look it up again.
  if (found === null) response.headers.append("Set-Cookie", await cookie.serialize("", { maxAge: 0 }));
  return response;
};
