/** What email programs turn into a link: an address with a scheme, or a dot between letters. */
const LINK_LIKE = /:\/\/|[^\s.]\.[^\s.]/;

/**
 * Text from one user for an email to another. Returns `instead` if there is no text, or if it looks like a link, so
 * that nobody can advertise through our emails.
 */
export const withoutLink = (typed: string | null, instead: string): string =>
  typed === null || LINK_LIKE.test(typed) ? instead : typed;
