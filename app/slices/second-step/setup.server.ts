import { href } from "react-router";
import { MINUTE } from "#app/core/lib/durations.ts";
import type { Settings } from "#app/settings.ts";
import { seal, unseal } from "./sealed.server.ts";
import { newTotpSecret, type ShownSecret, showSecret } from "./totp.server.ts";

/** How long a reload shows a new secret again, in milliseconds (docs/product.md, Numbers). */
const SHOWN_AGAIN_PERIOD = 15 * MINUTE;

/** The search parameter with the secret that is being set up, encrypted. */
const SETUP = "setup";

/** The step of switching on in which the app takes the secret over. */
export interface SecondStepSetup extends ShownSecret {
  /** The secret for the next form, encrypted: what it sends is a secret of ours, and was made for this person. */
  sealed: string;
}

/** A secret that waits for its first code can't pass for one in use. */
const setupOf = (userId: string) => `setup:${userId}`;

/**
 * Draws a secret, and keeps it in the URL of the page that shows it, encrypted, for this person. A phone may drop the page while
 * its reader is in the authenticator app: a reload shows the same secret.
 * @returns that page's path
 */
export async function beginSetup(settings: Settings, userId: string, now: number): Promise<string> {
  const sealed = await seal(settings, `${now}:${newTotpSecret()}`, setupOf(userId));
  return `${href("/account/second-step")}?${new URLSearchParams({ [SETUP]: sealed })}`;
}

/** The secret that was made for somebody. @returns null if it was not, or not by us */
export async function secretOf(settings: Settings, userId: string, sealed: string): Promise<string | null> {
  return (await open(settings, userId, sealed))?.secret ?? null;
}

/** The page with a secret that was shown before. @returns null if it was not made for this person */
export async function setUpAgain(
  settings: Settings,
  { id, email }: { id: string; email: string },
  sealed: string,
): Promise<SecondStepSetup | null> {
  const secret = await secretOf(settings, id, sealed);
  return secret === null ? null : { ...showSecret(secret, email), sealed };
}

/** The secret that the page's URL holds, to show it. @returns null if there is none, or it was made too long ago */
export async function setupInUrl(
  settings: Settings,
  owner: { id: string; email: string },
  url: URL,
  now: number,
): Promise<SecondStepSetup | null> {
  const sealed = url.searchParams.get(SETUP);
  const opened = sealed === null ? null : await open(settings, owner.id, sealed);
  if (sealed === null || !opened || now - opened.madeAt >= SHOWN_AGAIN_PERIOD) return null;
  return setUpAgain(settings, owner, sealed);
}

async function open(settings: Settings, userId: string, sealed: string) {
  const [madeAt, secret] = (await unseal(settings, sealed, setupOf(userId)))?.split(":") ?? [];
  return secret === undefined ? null : { madeAt: Number(madeAt), secret };
}
