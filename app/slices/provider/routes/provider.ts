import { href, redirect } from "react-router";
import { settingsContext } from "#app/context.ts";
import { noteRefusal, refusalResponse } from "#app/core/http/refusal.server.ts";
import { safeRedirect } from "#app/core/http/safe-redirect.ts";
import { keepsNoCookies } from "#app/core/http/sends-cookies.server.ts";
import { offeredProviders } from "#app/slices/provider/offered-providers.ts";
import { comesFromElsewhere, visitProvider } from "#app/slices/provider/provider-visit.server.ts";
import type { Route } from "./+types/provider.ts";

/**
 * Redirects to a provider, which redirects back to ./provider-callback. Users come here by a link, not a form, because
 * browsers check the redirects after a form against the page's form-action.
 */
export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const settings = context.get(settingsContext);
  const provider = offeredProviders(settings).find(({ name }) => name === params.provider);
  if (!provider) throw refusalResponse(context, "PROVIDER_NOT_FOUND");
  // A provider may send people back without asking them. So a visit must begin on our page, and not with a link on
  // another site.
  if (comesFromElsewhere(request)) throw redirect(href("/login") + url.search);
  if (keepsNoCookies(context, request, url)) {
    noteRefusal(context, "COOKIES_NEEDED");
    throw redirect(`${href("/login/error")}?error=unknown_error&code=COOKIES_NEEDED`);
  }
  const returnTo = safeRedirect(url.searchParams.get("redirect"));
  return visitProvider(context, request, url, provider, { returnTo, linkTo: null });
}

/** This component is never rendered. Without it, the route would be a resource route, which has no error page. */
export default function Provider() {
  return null;
}
