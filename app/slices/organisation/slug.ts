import { foldText } from "#app/core/lib/comparison-key.ts";

/** How long the address of an organisation may be, in characters. */
export const SLUG_LENGTH = { min: 3, max: 40 };

/** The characters of an address: letters and digits of ASCII, and single hyphens between them. */
export const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Addresses that no organisation gets: pages of ours have them, or may have them, or they would look official. */
const RESERVED = [
  "new",
  "all",
  "admin",
  "api",
  "app",
  "account",
  "help",
  "last",
  "manager",
  "settings",
  "support",
  "system",
  "www",
];

export const isReservedSlug = (slug: string): boolean => RESERVED.includes(slug);

/** An address as it is stored, of what somebody typed. */
export const slugOf = (typed: string): string =>
  foldText(typed)
    .replace(/['"]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, SLUG_LENGTH.max)
    .replace(/^-+|-+$/g, "");

/**
 * The address that a name suggests. One without enough letters or digits of ASCII, as in another script, gets a part of the form's id.
 * @param formId a UUID
 */
export function slugFor(name: string, formId: string): string {
  const slug = slugOf(name);
  if (slug.length >= SLUG_LENGTH.min && !isReservedSlug(slug)) return slug;
  return `${slug || "o"}-${formId.slice(0, 8)}`;
}
