import { href } from "react-router";

/** The URL of the page that signs in with a mail's link, once its button is pressed. @param base scheme and host */
export function linkUrl(base: string | URL, token: string, returnTo: string | null): string {
  const query = new URLSearchParams({ token, ...(returnTo && { redirect: returnTo }) });
  return new URL(`${href("/login/link")}?${query}`, base).href;
}
