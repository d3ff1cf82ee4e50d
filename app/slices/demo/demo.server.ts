import { data as dataResponse, type RouterContextProvider } from "react-router";
import * as z from "zod";
import { i18nContext, platformContext, settingsContext } from "#app/context.ts";
import { noteRefusal } from "#app/core/http/refusal.server.ts";
import { signedCookie } from "#app/core/http/signed-cookie.server.ts";
import { ERROR_CODES } from "#app/error-codes.ts";
import type { Settings } from "#app/settings.ts";
import { ruled } from "#app/slices.ts";
import type { DemoRefusal } from "./demo-refusal.ts";

/**
 * The paths that accept forms in the read-only demo: they only start or end the visitor's session, set their own
 * cookies, or download data that they may read. All other paths are refused, so new routes are refused by default.
 */
const ALLOWED: readonly string[] = [
  "/login",
  "/login/verify",
  "/sign-out",
  "/language",
  "/theme",
  "/account/time-zone",
  "/manager/sidebar",
  "/manager/list-view",
  ...ruled("downloads").flat(),
];

/** Whether a path accepts forms in the demo. */
export const isAllowedInDemo = (path: string) => ALLOWED.includes(path);

/** The 403 response to throw if a request would change the demo. It says how to start a copy without restrictions. */
export function refusedInDemo(context: Readonly<RouterContextProvider>) {
  const { REPOSITORY_URL, CONTACT_LINKS } = context.get(settingsContext);
  const refusal: DemoRefusal = {
    code: "DEMO_READ_ONLY",
    inPlace: "dialog",
    title: context.get(i18nContext).t("demo:title"),
    message: noteRefusal(context, "DEMO_READ_ONLY"),
    command: REPOSITORY_URL ? `npm create cloudflare@latest -- my-app --template=${REPOSITORY_URL}` : null,
    contacts: CONTACT_LINKS,
  };
  return dataResponse(refusal, { status: ERROR_CODES.DEMO_READ_ONLY });
}

/** Reads the code to show for a shared account, if this browser has requested one. It is not emailed. */
export async function readDisplayedCode(
  context: Readonly<RouterContextProvider>,
  request: Request,
  email: string,
): Promise<string | null> {
  const cookie = demoCodeCookie(context.get(settingsContext), context.get(platformContext).origin);
  const parsed: unknown = await cookie.parse(request.headers.get("Cookie"));
  const { data } = z.object({ email: z.literal(email), code: z.string() }).safeParse(parsed);
  return data?.code ?? null;
}

/** The cookie with the code that the demo shows instead of emailing it, and its account. */
export const demoCodeCookie = (settings: Settings, origin: URL) =>
  signedCookie("demo-code", settings, origin, settings.LOGIN_CODE_MINUTES * 60);
