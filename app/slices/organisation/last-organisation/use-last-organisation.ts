import { useEffect } from "react";
import { isLastOrganisation, lastOrganisationCookie } from "./last-organisation.ts";

/**
 * Remembers the organisation on the screen. The server does so, too, but does not see that a cached page is opened.
 * @param readerId null: nothing is remembered
 */
export function useLastOrganisation(slug: string, readerId: string | null): void {
  useEffect(() => {
    if (readerId === null || isLastOrganisation(document.cookie, { readerId, slug })) return;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
    document.cookie = lastOrganisationCookie({ readerId, slug }, location);
  }, [slug, readerId]);
}
