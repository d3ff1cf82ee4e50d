import type { RouterContextProvider } from "react-router";
import { dbContext, settingsContext } from "#app/context.ts";
import { prepareSignIn } from "#app/identity/auth/start-session.server.ts";
import type { Provider } from "#app/slices/provider/providers/index.ts";
import type { ProviderVisit } from "./oauth-cookie.server.ts";
import { identifyVisitor } from "./provider-visit.server.ts";
import { type ProviderSignIn, signInWithProvider } from "./sign-in-with-provider.server.ts";

/**
 * Signs in the user who comes back from a provider.
 * @param visit the visit in this browser's cookie; without it, nobody is signed in
 * @throws the errors of identifyVisitor
 */
export async function signInThroughProvider(
  context: Readonly<RouterContextProvider>,
  request: Request,
  provider: Provider,
  visit: ProviderVisit | null,
): Promise<ProviderSignIn> {
  const profile = await identifyVisitor(context, request, provider, visit);
  const settings = context.get(settingsContext);
  return signInWithProvider(context.get(dbContext), {
    provider,
    profile,
    signUp: settings.SIGN_UP,
    signIn: await prepareSignIn(context, request),
  });
}
