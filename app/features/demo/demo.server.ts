import { data as dataResponse, type RouterContextProvider } from "react-router";
import * as z from "zod";
import { i18nContext, settingsContext } from "#app/context.ts";
import { ERROR_CODES } from "#app/error-codes.ts";
import { noteRefusal } from "#app/http/refusal.server.ts";
import { signedCookie } from "#app/http/signed-cookie.server.ts";
import type { Settings } from "#app/settings.ts";
import type { DemoRefusal } from "./demo-refusal.ts";
import { signInPolicy } from "./sign-in-policy.ts";

/**
 * What may be sent to the read-only demo: what is kept in the visitor's own cookies, and what begins and ends their
 * session. Whatever is not here is refused, so that a route written tomorrow is, too.
 */
const ALLOWED = ["/login", "/login/verify", "/sign-out", "/language", "/theme", "/manager/sidebar"];

/** Whether a path takes what is sent to it in the demo. */
export const isAllowedInDemo = (path: string) => ALLOWED.includes(path);

/** What to throw where something would change the read-only demo: 403, and how to start a copy where everything works. */
export function refusedInDemo(context: Readonly<RouterContextProvider>) {
  const { REPOSITORY_URL, CONTACT_LINKS } = context.get(settingsContext);
  const refusal: DemoRefusal = {
    code: "DEMO_READ_ONLY",
    inPlace: true,
    title: context.get(i18nContext).t("demo:title"),
    message: noteRefusal(context, "DEMO_READ_ONLY"),
    command: REPOSITORY_URL ? `npm create cloudflare@latest -- my-app --template=${REPOSITORY_URL}` : null,
    contacts: CONTACT_LINKS,
  };
  return dataResponse(refusal, { status: ERROR_CODES.DEMO_READ_ONLY });
}

/** The code that is shown for a shared account instead of being mailed, if this browser has asked for one. */
export async function readShownCode(
  request: Request,
  settings: Settings,
  origin: URL,
  email: string,
): Promise<string | null> {
  if (!signInPolicy(settings).isShared(email)) return null;
  const shown: unknown = await demoCodeCookie(settings, origin).parse(request.headers.get("Cookie"));
  const { data } = z.object({ email: z.literal(email), code: z.string() }).safeParse(shown);
  return data?.code ?? null;
}

/** The cookie that holds the code that the demo shows instead of mailing it, with the account it is for. */
export const demoCodeCookie = (settings: Settings, origin: URL) =>
  signedCookie("demo-code", settings, origin, settings.LOGIN_CODE_MINUTES * 60);
