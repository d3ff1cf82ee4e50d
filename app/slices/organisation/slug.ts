import { foldText } from "#app/core/lib/comparison-key.ts";

/** The length of an organisation's address, in characters. */
export const SLUG_LENGTH = { min: 3, max: 40 };

/** The characters of an address: ASCII letters and digits, and single hyphens between them. */
export const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/**
 * Addresses that no organisation can have, because our own pages use them or may use them one day, or because they
 * would look official.
 */
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

/** Whether an address is reserved, so that no organisation can have it. */
export const isReservedSlug = (slug: string): boolean => RESERVED.includes(slug);

/** Converts typed text to an address. */
export const slugOf = (typed: string): string =>
  foldText(typed)
    .replace(/['"]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, SLUG_LENGTH.max)
    .replace(/^-+|-+$/g, "");

/**
 * The address that a name suggests. A name without enough ASCII letters or digits, for example in another script, gets
 * a part of the form's id.
 * @param formId a UUID
 */
export function slugFor(name: string, formId: string): string {
  const slug = slugOf(name);
  if (slug.length >= SLUG_LENGTH.min && !isReservedSlug(slug)) return slug;
  return `${slug || "o"}-${formId.slice(0, 8)}`;
}
