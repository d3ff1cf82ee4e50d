import type { Cookie, RouterContextProvider } from "react-router";
import * as z from "zod";
import { platformContext, settingsContext, type Viewer } from "#app/context.ts";
import { signedCookie } from "#app/core/http/signed-cookie.server.ts";
import { sha256 } from "#app/core/lib/bytes.ts";
import { MINUTE } from "#app/core/lib/durations.ts";
import { can, isRole } from "#app/permissions.ts";
import type { Settings } from "#app/settings.ts";

/** How long a claim is trusted (docs/product.md, Numbers). Milliseconds. */
const LIFE = MINUTE;
/** The age at which a claim is renewed, while it is used. Milliseconds. */
const RENEWED_AFTER = LIFE / 2;

/** How many renewed claims an isolate keeps. A browser gets its renewed claim with its next request. */
const MAX_RENEWED = 1000;

type Context = Readonly<RouterContextProvider>;

const viewerSchema = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  role: z.string().refine(isRole),
  onboardedAt: z.number(),
  verified: z.boolean(),
  sessionId: z.string(),
  provenAt: z.number(),
  factorProvenAt: z.number(),
  sessionEndsAt: z.number(),
  mailLocale: z.object({ language: z.string().nullable(), timeZone: z.string().nullable() }),
  pictureId: z.string().nullable(),
});

const claimSchema = z.object({
  /** The hash of the session's token. */
  session: z.string(),
  /** When the database confirmed the claim. Milliseconds since 1970. */
  at: z.number(),
  viewer: viewerSchema,
});

/** The owner of a session, and when the database confirmed this. */
export interface Claim {
  viewer: Viewer;
  /** Milliseconds since 1970. */
  at: number;
}

/** The claim in a browser's cookie. */
interface StoredClaim extends Claim {
  /**
   * When the database confirmed the claim in the browser's own cookie. It is earlier than `at` if this isolate has
   * renewed the claim since.
   */
  storedAt: number;
}

/**
 * The claims that the database confirmed after a response, by the hash of the session's token. Null if a session gets
 * no more claims.
 */
const renewed = new Map<string, { viewer: Viewer | null; at: number }>();

/**
 * The cookie that claims who owns the browser's session. The database confirmed this within the last minute.
 */
export const claimCookie = (settings: Settings, origin: URL): Cookie =>
  signedCookie("claim", settings, origin, LIFE / 1000);

const cookieOf = (context: Context) =>
  claimCookie(context.get(settingsContext), context.get(platformContext).origin);

/**
 * The newest claim for a request's session, from the browser or renewed by this isolate; null if no claim is
 * trusted any more. A claim only admits readers to pages that trust claims (docs/decisions/0095).
 * @param token the token in the session's cookie
 */
export async function readClaim(
  request: Request,
  context: Context,
  token: string,
): Promise<StoredClaim | null> {
  const { now } = context.get(platformContext);
  const session = await sha256(token);
  const { success, data } = claimSchema.safeParse(
    await cookieOf(context).parse(request.headers.get("Cookie")),
  );
  if (!success || data.session !== session) return null;
  const later = renewed.get(session);
  const { viewer, at } =
    later && later.at > data.at ? later : { ...data, viewer: { ...data.viewer, impersonator: null } };
  return viewer && now - at < LIFE && now < (viewer.sessionEndsAt ?? 0)
    ? { viewer, at, storedAt: data.at }
    : null;
}

/** Whether a claim is old enough to be renewed. @param now milliseconds since 1970 */
export const isDue = (at: number, now: number) => now - at >= RENEWED_AFTER;

/**
 * Remembers, for the browser's next request, who the session's user is. Call it with what the database returns after a
 * response.
 */
export async function rememberClaim(token: string, viewer: Viewer | null, at: number): Promise<void> {
  const session = await sha256(token);
  renewed.delete(session);
  renewed.set(session, { viewer: viewer && mayClaim(viewer) ? viewer : null, at });
  const [oldest] = renewed.keys();
  if (renewed.size > MAX_RENEWED && oldest !== undefined) renewed.delete(oldest);
}

/**
 * The Set-Cookie header that updates the claim in a browser's cookie; null if the claim is new enough. Also
 * null for users who get no claim, because they may enter the manager, have not given a name yet, or are
 * impersonated.
 */
export async function refreshClaim(
  context: Context,
  token: string,
  { viewer, at }: Claim,
  stored: StoredClaim | null,
): Promise<string | null> {
  const isNewer =
    !stored || (at > stored.storedAt && isDue(stored.storedAt, context.get(platformContext).now));
  if (!isNewer || !mayClaim(viewer)) return null;
  const { impersonator, token: _, ...claimed } = viewer;
  return cookieOf(context).serialize({ session: await sha256(token), at, viewer: claimed });
}

/** The Set-Cookie header that removes the claim. */
export const dropClaim = (settings: Settings, url: URL): Promise<string> =>
  claimCookie(settings, url).serialize("", { maxAge: 0 });

const mayClaim = ({ role, onboardedAt, impersonator, sessionEndsAt }: Viewer) =>
  !can(role, "apps:manager") && onboardedAt !== null && impersonator === null && sessionEndsAt !== undefined;
