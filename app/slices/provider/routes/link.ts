import { settingsContext, viewerContext } from "#app/context.ts";
import { refusalResponse } from "#app/core/http/refusal.server.ts";
import { forbidWhileImpersonating } from "#app/identity/auth/authorize.server.ts";
import { beginLink } from "#app/slices/provider/link-through-provider.server.ts";
import { offeredProviders } from "#app/slices/provider/offered-providers.ts";
import type { Route } from "./+types/link.ts";

/**
 * Redirects to a provider, to link the reader's account there. It redirects back to ../login/provider-callback. Users
 * come here by a link, not a form, because browsers check the redirects after a form against the page's form-action.
 */
export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  forbidWhileImpersonating(context, await context.get(viewerContext));
  const provider = offeredProviders(context.get(settingsContext)).find(
    ({ name }) => name === params.provider,
  );
  if (!provider) throw refusalResponse(context, "PROVIDER_NOT_FOUND");
  return beginLink({ request, url, context, provider });
}

/** This component is never rendered. Without it, the route would be a resource route, which has no error page. */
export default function Link() {
  return null;
}
