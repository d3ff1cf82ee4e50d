import type { RouterContextProvider } from "react-router";
import * as z from "zod";
import { platformContext, settingsContext } from "#app/context.ts";
import { signedCookie } from "#app/http/signed-cookie.server.ts";
import { randomToken, sha256 } from "#app/lib/bytes.ts";

/** The longest that browsers keep a cookie: 400 days. */
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60;

/** How many addresses of one browser are remembered: a family shares a tablet. */
const MOST_ADDRESSES = 5;

const deviceSchema = z.object({ id: z.string(), addresses: z.array(z.string()) });

type Context = Readonly<RouterContextProvider>;

/**
 * The cookie of a browser that has signed in. It lets the browser have a budget of codes and tries of its own, which
 * strangers can't use up (OWASP calls it a device cookie). It says which addresses have signed in here, as hashes that
 * include the browser's random id, and signs nobody in.
 */
function deviceCookie(context: Context) {
  return signedCookie(
    "device",
    context.get(settingsContext),
    context.get(platformContext).origin,
    MAX_AGE_SECONDS,
  );
}

/** The id of this browser, if someone has signed in to this address here before. */
export async function knownDevice(context: Context, request: Request, email: string): Promise<string | null> {
  const device = await readDevice(context, request);
  return device?.addresses.includes(await addressIn(device.id, email)) ? device.id : null;
}

/** The Set-Cookie header after someone has signed in to an address in this browser. */
export async function rememberDevice(context: Context, request: Request, email: string): Promise<string> {
  const device = await readDevice(context, request);
  const id = device?.id ?? randomToken(16);
  const address = await addressIn(id, email);
  const others = (device?.addresses ?? []).filter((other) => other !== address);
  return deviceCookie(context).serialize({ id, addresses: [address, ...others].slice(0, MOST_ADDRESSES) });
}

async function readDevice(context: Context, request: Request) {
  const device = deviceSchema.safeParse(await deviceCookie(context).parse(request.headers.get("Cookie")));
  return device.success ? device.data : null;
}

const addressIn = (id: string, email: string) => sha256(`${id}:${email}`);
