/** What mail programs make a link of: an address with a scheme, or a dot between letters. */
const LINK_LIKE = /:\/\/|[^\s.]\.[^\s.]/;

/**
 * What somebody typed, for an email that they have sent to another person; what stands for it if it looks like a link, so that nobody
 * advertises with it, or if there is nothing.
 */
export const withoutLink = (typed: string | null, instead: string): string =>
  typed === null || LINK_LIKE.test(typed) ? instead : typed;
