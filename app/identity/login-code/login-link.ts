import { href } from "react-router";

/** The URL in an email. Its page has a button that signs in. @param base scheme and host */
export function linkUrl(base: string | URL, token: string, returnTo: string | null): string {
  const query = new URLSearchParams({ token, ...(returnTo && { redirect: returnTo }) });
  return new URL(`${href("/login/link")}?${query}`, base).href;
}
