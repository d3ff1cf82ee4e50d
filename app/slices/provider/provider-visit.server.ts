import { type RouterContextProvider, redirect } from "react-router";
import { Authenticator } from "remix-auth";
import { OAuth2Strategy, UnexpectedResponseError } from "remix-auth-oauth2";
import { platformContext, settingsContext } from "#app/context.ts";
import { randomToken } from "#app/core/lib/bytes.ts";
import { withinTimeLimit } from "#app/core/lib/time-limit.ts";
import { exactEmailSchema } from "#app/identity/user/user.schema.ts";
import type { Provider } from "#app/slices/provider/providers/index.ts";
import type { ProviderProfile } from "#app/slices/provider/providers/provider.ts";
import { oauthCookie, type ProviderVisit } from "./oauth-cookie.server.ts";
import { requestTokens } from "./request-tokens.server.ts";

type Context = Readonly<RouterContextProvider>;

/** The time limit for a provider to identify a visitor, in milliseconds (docs/product.md, Numbers). */
const PROVIDER_TIME_LIMIT = 5000;

/** The provider did not identify the user, or not in time. */
export class ProfileError extends Error {
  override name = "ProfileError";
}

/** The general strategy, with parameters added to the authorization request, and without following redirects. */
class VisitStrategy extends OAuth2Strategy<ProviderProfile> {
  readonly #added: Record<string, string>;

  constructor(
    options: OAuth2Strategy.ConstructorOptions,
    verify: ConstructorParameters<typeof OAuth2Strategy<ProviderProfile>>[1],
    added: Record<string, string>,
  ) {
    super(options, verify);
    this.#added = added;
  }

  protected override authorizationParams(params: URLSearchParams): URLSearchParams {
    return new URLSearchParams([...params, ...Object.entries(this.#added)]);
  }

  protected override validateAuthorizationCode(code: string, codeVerifier: string) {
    return requestTokens(this.options, code, codeVerifier);
  }
}

/** remix-auth with one provider's strategy. Throws a redirect to the provider, or returns the profile. */
function authenticator(
  context: Context,
  provider: Provider,
  nonce: string,
  added: Record<string, string> = {},
): Authenticator<ProviderProfile> {
  const settings = context.get(settingsContext);
  const { origin, now } = context.get(platformContext);
  const { authorization, token } = provider.endpoints(settings);
  const options = {
    clientId: settings[provider.client.id] ?? "",
    clientSecret: settings[provider.client.secret] ?? "",
    authorizationEndpoint: authorization,
    tokenEndpoint: token,
    scopes: [...provider.scopes],
    redirectURI: new URL(`/login/${provider.name}/callback`, settings.BASE_URL ?? origin),
    // The library's own cookie is never sent to the browser (oauth-cookie.server.ts).
    cookie: "oauth",
  };
  const strategy = new VisitStrategy(
    options,
    async ({ tokens }) => {
      try {
        // GitHub reports errors with status 200, too, and says why: the code has expired, or our secret is wrong.
        if ("error" in tokens.data) throw new Error(`It gave no token: ${tokens.data.error}`);
        const { subject, verifiedEmail } = await provider.identify(settings, {
          accessToken: tokens.accessToken(),
          idToken: "id_token" in tokens.data ? tokens.idToken() : null,
          nonce,
          now,
          signal: AbortSignal.timeout(PROVIDER_TIME_LIMIT),
        });
        // An address that our stricter schema rejects is treated as missing.
        const email = exactEmailSchema.safeParse(verifiedEmail ?? "");
        return { subject, verifiedEmail: email.data ?? null };
      } catch (cause) {
        throw new ProfileError(`${provider.label} did not say who it is`, { cause });
      }
    },
    added,
  );
  return new Authenticator<ProviderProfile>().use(strategy, provider.name);
}

/**
 * Redirects the visitor to a provider, which redirects them back to /login/:provider/callback.
 * @param url the request's own, without the router's additions
 * @returns the redirect, with the cookie that remembers the visit
 */
export async function visitProvider(
  context: Context,
  request: Request,
  url: URL,
  provider: Provider,
  { returnTo, linkTo }: Pick<ProviderVisit, "returnTo" | "linkTo">,
): Promise<Response> {
  const nonce = randomToken(16);
  // Makes the provider ask which account to link. Otherwise it would send people with a single account
  // straight back.
  const added = { nonce, ...(linkTo && { prompt: "select_account" }) };
  // Drops search parameters, because to the strategy, any request with a state would look like a callback.
  const bare = new Request(new URL(url.pathname, url.origin), { headers: request.headers });
  const sent = await authenticator(context, provider, nonce, added)
    .authenticate(provider.name, bare)
    .catch((thrown: unknown) => thrown);
  const location = sent instanceof Response ? sent.headers.get("Location") : null;
  const state = location && new URL(location).searchParams.get("state");
  if (!(sent instanceof Response) || !location || !state) throw sent;
  const strategyCookie = sent.headers.get("Set-Cookie")?.split(";")[0] ?? "";
  const visit: ProviderVisit = { provider: provider.name, strategyCookie, nonce, returnTo, linkTo };
  const cookie = await oauthCookie(context.get(settingsContext), url, state).serialize(visit);
  return redirect(location, { headers: { "Set-Cookie": cookie } });
}

/** Whether another site's link led to a request. Older browsers do not say. */
export function comesFromElsewhere(request: Request): boolean {
  const site = request.headers.get("Sec-Fetch-Site");
  return site === "cross-site" || site === "same-site";
}

/**
 * Asks the provider to identify the person who has come back from a visit.
 * @param visit the visit in this browser's cookie; without it, nobody is identified
 * @throws {ProfileError} if the provider does not identify them in time; or what remix-auth-oauth2 throws
 */
export async function identifyVisitor(
  context: Context,
  request: Request,
  provider: Provider,
  visit: ProviderVisit | null,
): Promise<ProviderProfile> {
  const asked = new Request(request.url, { headers: { Cookie: visit?.strategyCookie ?? "" } });
  return withinTimeLimit(
    authenticator(context, provider, visit?.nonce ?? "").authenticate(provider.name, asked),
    PROVIDER_TIME_LIMIT,
    () => new ProfileError(`${provider.label} did not answer in time`),
  ).catch((error: unknown) => {
    // The log has only an error's message, and the library's message lacks the status.
    throw error instanceof UnexpectedResponseError
      ? new Error(`${provider.label} gave no token: status ${error.status}`, { cause: error })
      : error;
  });
}
