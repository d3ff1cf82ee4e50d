import type { LoginRead } from "#app/identity/auth/login-part.ts";

/** The pages that people may want to read before they sign up, by name. */
export const LINKED_PAGES = ["terms", "privacy"] as const;

/** The pages that the sign-in page links to. */
export const siteLoginRead: LoginRead = { key: "site", read: () => [...LINKED_PAGES] };
