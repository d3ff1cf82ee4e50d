import { href, redirect } from "react-router";
import { settingsContext } from "#app/context.ts";
import { oauthCookie, type ProviderVisit } from "#app/features/auth/oauth-cookie.server.ts";
import { providerAuthenticator } from "#app/features/auth/provider-authenticator.server.ts";
import { offeredProviders } from "#app/features/auth/providers/index.ts";
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
  const site = request.headers.get("Sec-Fetch-Site");
  if (site === "cross-site" || site === "same-site") throw redirect(href("/login") + url.search);
  // Drops search parameters: the strategy takes any request with a state for a callback.
  const bare = new Request(new URL(url.pathname, url.origin), { headers: request.headers });
  const sent = await providerAuthenticator(context, provider)
    .authenticate(provider.name, bare)
    .catch((thrown: unknown) => thrown);
  const location = sent instanceof Response ? sent.headers.get("Location") : null;
  const state = location && new URL(location).searchParams.get("state");
  if (!(sent instanceof Response) || !location || !state) throw sent;
  const visit: ProviderVisit = {
    strategyCookie: sent.headers.get("Set-Cookie")?.split(";")[0] ?? "",
    returnTo: safeRedirect(url.searchParams.get("redirect")),
  };
  const cookie = await oauthCookie(settings, url, state).serialize(visit);
  return redirect(location, { headers: { "Set-Cookie": cookie } });
}

/** Never shown; without it this would be a resource route, which has no error page. */
export default function Provider() {
  return null;
}
