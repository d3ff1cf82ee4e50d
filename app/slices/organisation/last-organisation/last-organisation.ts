import { readCookie, serializeCookie } from "#app/core/lib/cookie.ts";
import { SLUG } from "#app/slices/organisation/slug.ts";

const NAME = "last-organisation";
const MONTH_SECONDS = 30 * 24 * 60 * 60;

/** The organisation that a reader opened last in this browser. */
interface LastOrganisation {
  /** The reader's id, so that another person who uses the same browser does not see the organisation. */
  readerId: string;
  slug: string;
}

/** The last organisation in a Cookie header or document.cookie; null without one. */
export function readLastOrganisation(cookies: string | null): LastOrganisation | null {
  const [readerId = "", slug = ""] = readCookie(cookies, NAME)?.split(".") ?? [];
  return /^[\w-]{1,50}$/.test(readerId) && slug.length <= 100 && SLUG.test(slug) ? { readerId, slug } : null;
}

/** Whether the cookie already names an organisation. @param cookies the Cookie header or document.cookie */
export function isLastOrganisation(cookies: string | null, { readerId, slug }: LastOrganisation): boolean {
  const before = readLastOrganisation(cookies);
  return before?.readerId === readerId && before.slug === slug;
}

/** The cookie that remembers an organisation. */
export const lastOrganisationCookie = (
  { readerId, slug }: LastOrganisation,
  url: { protocol: string },
): string => serializeCookie({ name: NAME, value: `${readerId}.${slug}`, maxAge: MONTH_SECONDS }, url);
