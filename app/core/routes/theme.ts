import { data, redirect } from "react-router";
import { readForm } from "#app/core/forms/read-form.server.ts";
import { safeRedirect } from "#app/core/http/safe-redirect.ts";
import { isTheme, themeCookie } from "#app/core/ui/theme.ts";
import type { Route } from "./+types/theme.ts";

/** There is no page here: a GET redirects home. */
export const loader = () => redirect("/");

/** Remembers a theme for a browser without script, and returns to the page on which it was selected. */
export async function action({ request, url }: Route.ActionArgs) {
  const form = await readForm(request);
  const theme = form.get("theme");
  if (!isTheme(theme)) throw data(null, { status: 400 });
  const returnTo = form.get("returnTo");
  return redirect(safeRedirect(typeof returnTo === "string" ? returnTo : null) ?? "/", {
    headers: { "Set-Cookie": themeCookie(theme, url) },
  });
}

/** This component is never rendered. Without it, the route would be a resource route, which has no error page. */
export default function Theme() {
  return null;
}
