import { readCookie, serializeCookie } from "#app/core/lib/cookie.ts";
import { SLUG } from "./slug.ts";

const NAME = "last-organisation";
const MONTH_SECONDS = 30 * 24 * 60 * 60;

/** The organisation that a reader opened last in this browser, by its address. */
interface LastOrganisation {
  /** Whose it is: another person at the same browser sees nothing of it. */
  readerId: string;
  slug: string;
}

/** The last organisation in a Cookie header or document.cookie; null if there is none. */
export function readLastOrganisation(cookies: string | null): LastOrganisation | null {
  const [readerId = "", slug = ""] = readCookie(cookies, NAME)?.split(".") ?? [];
  return /^[\w-]{1,50}$/.test(readerId) && slug.length <= 100 && SLUG.test(slug) ? { readerId, slug } : null;
}

/** Whether it is remembered already. @param cookies the Cookie header or document.cookie */
export function isLastOrganisation(cookies: string | null, { readerId, slug }: LastOrganisation): boolean {
  const before = readLastOrganisation(cookies);
  return before?.readerId === readerId && before.slug === slug;
}

/** The cookie that remembers an organisation. */
export const lastOrganisationCookie = (
  { readerId, slug }: LastOrganisation,
  url: { protocol: string },
): string => serializeCookie({ name: NAME, value: `${readerId}.${slug}`, maxAge: MONTH_SECONDS }, url);
