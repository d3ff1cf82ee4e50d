import { useEffect } from "react";
import { isLastOrganisation, lastOrganisationCookie } from "./last-organisation.ts";

/**
 * Remembers the organisation on the screen. The server also does so, but does not notice when a cached page is opened.
 * @param readerId if null, nothing is remembered
 */
export function useLastOrganisation(slug: string, readerId: string | null): void {
  useEffect(() => {
    if (readerId === null || isLastOrganisation(document.cookie, { readerId, slug })) return;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
    document.cookie = lastOrganisationCookie({ readerId, slug }, location);
  }, [slug, readerId]);
}
