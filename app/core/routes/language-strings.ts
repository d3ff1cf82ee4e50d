import { data } from "react-router";
import { isLanguage } from "#app/core/i18n/languages.ts";
import { NAMESPACES_PARAMETER, stringsVersion, VERSION_PARAMETER } from "#app/core/i18n/page-strings.ts";
import { browserBundle } from "#app/core/i18n/resources.server.ts";
import type { Route } from "./+types/language-strings.ts";

/** The strings of some namespaces in a language, for a page that opens another area or changes the language. */
export function loader({ params, url }: Route.LoaderArgs) {
  if (!isLanguage(params.language)) throw data(null, { status: 404 });
  const namespaces = url.searchParams.get(NAMESPACES_PARAMETER)?.split(",") ?? [];
  const current = url.searchParams.get(VERSION_PARAMETER) === stringsVersion() && !import.meta.env.DEV;
  return Response.json(browserBundle(params.language, namespaces), {
    headers: {
      // A page from before a deployment requests its own version but gets the current strings, so they must not be
      // cached.
      ...(current && { "Cache-Control": "public, max-age=31536000, immutable" }),
      Vary: "Accept-Encoding",
    },
  });
}
