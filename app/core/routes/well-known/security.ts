import { i18nContext, platformContext, settingsContext } from "#app/context.ts";
import { LANGUAGE_KEYS } from "#app/core/i18n/languages.ts";
import { DAY } from "#app/core/lib/durations.ts";
import type { Route } from "./+types/security.ts";

/** RFC 9116 recommends less than a year. The date is computed for each request, so the file never expires. */
const VALID = 180 * DAY;

/** Says where to report a vulnerability (RFC 9116), if SECURITY_CONTACT is set. */
export function loader({ context }: Route.LoaderArgs) {
  const { SECURITY_CONTACT } = context.get(settingsContext);
  const headers = { "Content-Type": "text/plain; charset=utf-8" };
  if (SECURITY_CONTACT.length === 0) {
    return new Response(`${context.get(i18nContext).t("error:404")}\n`, { status: 404, headers });
  }
  const lines = [
    ...SECURITY_CONTACT.map((url) => `Contact: ${url}`),
    `Expires: ${new Date(context.get(platformContext).now + VALID).toISOString()}`,
    `Preferred-Languages: ${LANGUAGE_KEYS.join(", ")}`,
  ];
  return new Response(`${lines.join("\n")}\n`, { headers });
}
