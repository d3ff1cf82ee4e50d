/**
 * The message of the captcha's document to the page: the token for the server, or an empty text once it has expired.
 */
export interface CaptchaMessage {
  captcha: string;
}

/** Whether a message to the page comes from a captcha. */
export const isCaptchaMessage = (data: unknown): data is CaptchaMessage =>
  typeof data === "object" && data !== null && "captcha" in data && typeof data.captcha === "string";

/** The script of the captcha's document. Turnstile calls both functions by name. */
export const CAPTCHA_SCRIPT = `function tellToken(token) { parent.postMessage({ captcha: token }, location.origin); }
function forgetToken() { tellToken(""); }`;
