import { href, redirect } from "react-router";
import { settingsContext } from "#app/context.ts";
import { offeredProviders } from "#app/features/provider/offered-providers.ts";
import { comesFromElsewhere, visitProvider } from "#app/features/provider/provider-visit.server.ts";
import { refusalResponse } from "#app/http/refusal.server.ts";
import { safeRedirect } from "#app/http/safe-redirect.ts";
import type { Route } from "./+types/provider.ts";

/**
 * Redirects to a provider, which redirects back to ./provider-callback. Reached by a link and not a form: browsers
 * check the redirects after a form against the page's form-action.
 */
export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const settings = context.get(settingsContext);
  const provider = offeredProviders(settings).find(({ name }) => name === params.provider);
  if (!provider) throw refusalResponse(context, "PROVIDER_NOT_FOUND");
  // A provider may send people back without a question. So the visit begins on our page, not with another site's link.
  if (comesFromElsewhere(request)) throw redirect(href("/login") + url.search);
  const returnTo = safeRedirect(url.searchParams.get("redirect"));
  return visitProvider(context, request, url, provider, { returnTo, linkTo: null });
}

/** Never shown; without it this would be a resource route, which has no error page. */
export default function Provider() {
  return null;
}
