import { OAuth2Tokens } from "arctic";
import { OAuth2RequestError, type OAuth2Strategy, UnexpectedResponseError } from "remix-auth-oauth2";
import { PRODUCT_NAME } from "#app/product.ts";

/** The part of a provider's configuration that a token request needs. */
type Client = Pick<
  OAuth2Strategy.ConstructorOptions,
  "clientId" | "clientSecret" | "redirectURI" | "tokenEndpoint"
>;

/**
 * Exchanges an authorization code for tokens (RFC 6749, sections 4.1.3 and 2.3.1; RFC 7636, section 4.5). arctic's own
 * request follows redirects wherever they lead, with the code in its body, and has no option against it.
 * @throws {OAuth2RequestError} with the provider's error code
 * @throws {UnexpectedResponseError} for any other response that is not 200 and JSON, such as a redirect
 */
export async function requestTokens(
  { clientId, clientSecret, redirectURI, tokenEndpoint }: Client,
  code: string,
  codeVerifier: string,
): Promise<OAuth2Tokens> {
  const response = await fetch(tokenEndpoint, {
    method: "POST",
    // A redirect is not followed, so that the client's secret and the code are never sent to another address.
    redirect: "manual",
    headers: {
      Accept: "application/json",
      Authorization: `Basic ${btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret ?? "")}`)}`,
      // GitHub rejects requests without a user agent.
      "User-Agent": encodeURIComponent(PRODUCT_NAME),
    },
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code,
      redirect_uri: String(redirectURI),
      code_verifier: codeVerifier,
    }),
  });
  const answer: unknown = await response.json().catch(() => null);
  const isObject = typeof answer === "object" && answer !== null;
  if (response.status === 200 && isObject) return new OAuth2Tokens(answer);
  const isRefusal = [400, 401].includes(response.status) && isObject && "error" in answer;
  if (isRefusal && typeof answer.error === "string") {
    throw new OAuth2RequestError(answer.error, null, null, null);
  }
  throw new UnexpectedResponseError(response.status);
}
