import { data } from "react-router";
import { settingsContext } from "#app/context.ts";
import { isLanguage } from "#app/i18n/languages.ts";
import { browserBundle } from "#app/i18n/resources.server.ts";
import type { Route } from "./+types/language-strings.ts";

/** The strings of a language, for a page that switches to it. */
export function loader({ params, context }: Route.LoaderArgs) {
  if (!isLanguage(params.language)) throw data(null, { status: 404 });
  return Response.json(browserBundle(params.language, context.get(settingsContext)));
}
