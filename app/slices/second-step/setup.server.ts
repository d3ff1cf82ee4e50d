import { href } from "react-router";
import { MINUTE } from "#app/core/lib/durations.ts";
import type { Settings } from "#app/settings.ts";
import { seal, unseal } from "./sealed.server.ts";
import { newTotpSecret, type ShownSecret, showSecret } from "./totp.server.ts";

/** How long a reload shows a new secret again, in milliseconds (docs/product.md, Numbers). */
const SHOWN_AGAIN_PERIOD = 15 * MINUTE;

/** The search parameter with the encrypted secret during setup. */
const SETUP = "setup";

/** A new secret, for the page on which the app scans it. */
export interface SecondStepSetup extends ShownSecret {
  /** The encrypted secret, for the next form. It proves that the secret is ours, and was created for this user. */
  sealed: string;
}

/** The context of the encryption, so that a secret that is still in setup can't pass for one in use. */
const setupOf = (userId: string) => `setup:${userId}`;

/**
 * Creates a secret, and puts it, encrypted for this user, into the URL of the page that shows it. A phone may drop the
 * page while its reader is in the authenticator app: a reload shows the same secret.
 * @returns that page's path
 */
export async function beginSetup(settings: Settings, userId: string, now: number): Promise<string> {
  const sealed = await seal(settings, `${now}:${newTotpSecret()}`, setupOf(userId));
  return `${href("/account/second-step")}?${new URLSearchParams({ [SETUP]: sealed })}`;
}

/** Decrypts a secret in setup. @returns null if we did not create the secret, or created it for another user */
export async function secretOf(settings: Settings, userId: string, sealed: string): Promise<string | null> {
  return (await open(settings, userId, sealed))?.secret ?? null;
}

/** Shows a secret in setup again. @returns null if it was not created for this user */
export async function setUpAgain(
  settings: Settings,
  { id, email }: { id: string; email: string },
  sealed: string,
): Promise<SecondStepSetup | null> {
  const secret = await secretOf(settings, id, sealed);
  return secret === null ? null : { ...showSecret(secret, email), sealed };
}

/** The secret in the page's URL, to show it. @returns null if there is none, or if it is too old */
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
