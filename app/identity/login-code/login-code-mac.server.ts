import { hmac, verifyHmac } from "#app/core/lib/hmac.ts";
import type { Settings } from "#app/settings.ts";

/** Includes the challenge's id, so a stored code can't be moved to another challenge. */
const signedText = (challengeId: string, code: string) => `${challengeId}:${code}`;

/** The HMAC of a code, as base64url. Only this is stored, so nobody can sign in by reading the storage. */
export const signLoginCode = (settings: Settings, challengeId: string, code: string): Promise<string> =>
  hmac(settings.LOGIN_CODE_SECRET, signedText(challengeId, code));

/** Whether a code matches the stored HMAC. */
export const verifyLoginCode = (
  settings: Settings,
  challengeId: string,
  code: string,
  stored: string,
): Promise<boolean> => verifyHmac(settings.LOGIN_CODE_SECRET, signedText(challengeId, code), stored);
