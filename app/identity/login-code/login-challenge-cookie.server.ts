import type { Cookie } from "react-router";
import * as z from "zod";
import { signedCookie } from "#app/core/http/signed-cookie.server.ts";
import type { CodePurpose } from "#app/identity/tables/login-challenges.ts";
import type { Settings } from "#app/settings.ts";

/** An hour: longer than any code is valid, so a late code is reported as expired, not as unknown. */
const MAX_AGE_SECONDS = 60 * 60;

const challengeSchema = z.object({ id: z.string(), email: z.string() });

/** A login challenge that this browser requested: its id, and the address that its code was sent to. */
export type RequestedChallenge = z.output<typeof challengeSchema>;

/** The cookie with the login challenge that this browser requested last, as {@link RequestedChallenge}. */
export function loginChallengeCookie(settings: Settings, url: URL, purpose: CodePurpose = "sign-in"): Cookie {
  return signedCookie(purpose, settings, url, MAX_AGE_SECONDS);
}

/** The login challenge that this browser requested last for a purpose, if any. */
export async function requestedChallenge(
  request: Request,
  settings: Settings,
  url: URL,
  purpose: CodePurpose = "sign-in",
): Promise<RequestedChallenge | null> {
  const cookie = loginChallengeCookie(settings, url, purpose);
  const parsed = challengeSchema.safeParse(await cookie.parse(request.headers.get("Cookie")));
  return parsed.success ? parsed.data : null;
}
