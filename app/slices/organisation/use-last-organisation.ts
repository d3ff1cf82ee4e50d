import { useEffect } from "react";
import { lastOrganisationCookie } from "./last-organisation.ts";

/**
 * Remembers the organisation that is on the screen. The server does so, too, but a page that is cached asks it for nothing.
 * @param readerId null: nobody's, and nothing is remembered
 */
export function useLastOrganisation(slug: string, readerId: string | null): void {
  useEffect(() => {
    if (readerId === null) return;
    const cookie = lastOrganisationCookie(document.cookie, { readerId, slug }, location);
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
    if (cookie !== null) document.cookie = cookie;
  }, [slug, readerId]);
}
