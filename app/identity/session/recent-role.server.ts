import type { Cookie, RouterContextProvider } from "react-router";
import * as z from "zod";
import { platformContext, settingsContext, type Viewer } from "#app/context.ts";
import { signedCookie } from "#app/core/http/signed-cookie.server.ts";
import { sha256 } from "#app/core/lib/bytes.ts";
import { HOUR } from "#app/core/lib/durations.ts";
import { DEFAULT_ROLE, isRole, type Role } from "#app/permissions.ts";
import type { Settings } from "#app/settings.ts";

/** How long the role in a session's cookie is trusted (docs/product.md, Numbers). Milliseconds. */
const TAKEN_FOR = HOUR;
/** The age at which the cookie is renewed, while it is used. Milliseconds. */
const REFRESH_AFTER = TAKEN_FOR / 2;

type Context = Readonly<RouterContextProvider>;

const recentRoleSchema = z.object({ session: z.string(), role: z.string(), at: z.number() });

/** The role that a session had, and when. */
interface RecentRole {
  role: Role;
  /** Milliseconds since 1970. */
  at: number;
}

/** The cookie with the recent role of a session. */
export const recentRoleCookie = (settings: Settings, origin: URL): Cookie =>
  signedCookie("recent-role", settings, origin, TAKEN_FOR / 1000);

const cookieOf = (context: Context) =>
  recentRoleCookie(context.get(settingsContext), context.get(platformContext).origin);

/** The cookie's value. @param now milliseconds since 1970 */
export const recentRoleOf = async (sessionToken: string, role: Role, now: number) => ({
  session: await sha256(sessionToken),
  role,
  at: now,
});

/**
 * The role that the session of a request had within the last hour, if it is more than the default role; otherwise null.
 * It grants no access: it decides whether a page may be read in parallel with its guard's query (docs/decisions/0057).
 * @param sessionToken the token in the session's cookie
 */
export async function readRecentRole(
  request: Request,
  context: Context,
  sessionToken: string,
): Promise<RecentRole | null> {
  const cookie: unknown = await cookieOf(context).parse(request.headers.get("Cookie"));
  const { success, data } = recentRoleSchema.safeParse(cookie);
  if (!success || !isRole(data.role) || data.session !== (await sha256(sessionToken))) return null;
  const isRecent = context.get(platformContext).now - data.at < TAKEN_FOR;
  return isRecent ? { role: data.role, at: data.at } : null;
}

/**
 * The Set-Cookie header that updates the role in the browser's cookie; null if the cookie is up to date. Also null
 * during impersonation, because the session belongs to the administrator.
 */
export async function refreshRoleCookie(
  context: Context,
  sessionToken: string,
  { role, impersonator }: Pick<Viewer, "role" | "impersonator">,
  stored: RecentRole | null,
): Promise<string | null> {
  if (impersonator) return null;
  const isSame = role === (stored?.role ?? DEFAULT_ROLE);
  const { now } = context.get(platformContext);
  const isOld = stored !== null && now - stored.at >= REFRESH_AFTER;
  if (isSame && !isOld) return null;
  return role === DEFAULT_ROLE
    ? cookieOf(context).serialize("", { maxAge: 0 })
    : cookieOf(context).serialize(await recentRoleOf(sessionToken, role, now));
}
