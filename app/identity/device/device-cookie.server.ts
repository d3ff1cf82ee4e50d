import type { RouterContextProvider } from "react-router";
import * as z from "zod";
import { platformContext, settingsContext } from "#app/context.ts";
import { signedCookie } from "#app/core/http/signed-cookie.server.ts";
import { randomToken, sha256 } from "#app/core/lib/bytes.ts";
import type { KnownDevice, KnownUser } from "./known-device.ts";

/** The longest that browsers keep a cookie: 400 days. */
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60;

/** How many people a browser remembers. A family may share a tablet. */
const MOST_PEOPLE = 5;

/** A user or address that has signed in here, and the time of the latest sign-in. Older cookies have no time. */
const signedInSchema = z.union([
  z.object({ id: z.string(), signedInAt: z.number() }),
  z.string().transform((id) => ({ id, signedInAt: 0 })),
]);

const deviceSchema = z.object({
  id: z.string(),
  /**
   * Hashes of the addresses that have signed in here, latest first. With them, no query is needed to find the browser's
   * budget.
   */
  addresses: z.array(signedInSchema),
  /**
   * The users who have signed in here, latest first. Unlike addresses, their ids stay the same after a change of
   * address.
   */
  users: z.array(signedInSchema),
});

type Context = Readonly<RouterContextProvider>;

/**
 * The cookie of a browser in which somebody has signed in. It gives the browser a separate budget of codes and
 * attempts, which strangers can't use up (OWASP calls it a device cookie), and distinguishes a known browser from a new
 * one. It does not sign anyone in.
 */
function deviceCookie(context: Context) {
  return signedCookie(
    "device",
    context.get(settingsContext),
    context.get(platformContext).origin,
    MAX_AGE_SECONDS,
  );
}

/**
 * This browser, if someone has signed in here with this address before. The statement that uses it checks
 * whether the owner has revoked the browser since ({@link deviceIdOf}).
 */
export async function knownDevice(
  context: Context,
  request: Request,
  email: string,
): Promise<KnownDevice | null> {
  const device = await readDevice(context, request);
  if (!device) return null;
  const address = await addressIn(device.id, email);
  const known = device.addresses.find(({ id }) => id === address);
  return known ? { id: device.id, signedInAt: known.signedInAt } : null;
}

/** The users who have signed in with this browser before, latest first. */
export async function knownUsers(context: Context, request: Request): Promise<KnownUser[]> {
  return (await readDevice(context, request))?.users ?? [];
}

/** The id of this browser, if someone has signed in here before, and the users who have. */
export async function browserOf(
  context: Context,
  request: Request,
): Promise<{ deviceId: string | null; knownUsers: KnownUser[] }> {
  const device = await readDevice(context, request);
  return { deviceId: device?.id ?? null, knownUsers: device?.users ?? [] };
}

/** The Set-Cookie header after someone has signed in with this browser. */
export async function rememberDevice(
  context: Context,
  request: Request,
  user: { id: string; email: string },
): Promise<string> {
  const device = (await readDevice(context, request)) ?? { id: randomToken(16), addresses: [], users: [] };
  const { now } = context.get(platformContext);
  const put = (id: string, others: KnownUser[]) =>
    [{ id, signedInAt: now }, ...others.filter((other) => other.id !== id)].slice(0, MOST_PEOPLE);
  return deviceCookie(context).serialize({
    id: device.id,
    addresses: put(await addressIn(device.id, user.email), device.addresses),
    users: put(user.id, device.users),
  });
}

async function readDevice(context: Context, request: Request) {
  const device = deviceSchema.safeParse(await deviceCookie(context).parse(request.headers.get("Cookie")));
  return device.success ? device.data : null;
}

const addressIn = (id: string, email: string) => sha256(`${id}:${email}`);
