import { data, redirect } from "react-router";
import { readForm } from "#app/core/forms/read-form.server.ts";
import { safeRedirect } from "#app/core/http/safe-redirect.ts";
import { languageCookie } from "#app/core/i18n/language-cookie.ts";
import { isLanguage, LANGUAGE_PARAMETER } from "#app/core/i18n/languages.ts";
import type { Route } from "./+types/language.ts";

/** There is no page here: a GET redirects home. */
export const loader = () => redirect("/");

/** Remembers a language for a browser without script, and returns to the page on which it was selected. */
export async function action({ request, url }: Route.ActionArgs) {
  const form = await readForm(request);
  const language = form.get(LANGUAGE_PARAMETER);
  if (!isLanguage(language)) throw data(null, { status: 400 });
  const returnTo = form.get("returnTo");
  return redirect(safeRedirect(typeof returnTo === "string" ? returnTo : null) ?? "/", {
    headers: { "Set-Cookie": languageCookie(language, url) },
  });
}

/** This component is never rendered. Without it, the route would be a resource route, which has no error page. */
export default function Language() {
  return null;
}
