/** What the captcha's document tells the page: the token for the server, or an empty text once it has expired. */
export interface CaptchaMessage {
  captcha: string;
}

/** Whether a message to the page is a captcha's. */
export const isCaptchaMessage = (data: unknown): data is CaptchaMessage =>
  typeof data === "object" && data !== null && "captcha" in data && typeof data.captcha === "string";

/** The script of the captcha's document. Turnstile calls both functions by their names. */
export const CAPTCHA_SCRIPT = `function tellToken(token) { parent.postMessage({ captcha: token }, location.origin); }
function forgetToken() { tellToken(""); }`;
