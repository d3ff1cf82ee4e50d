import { COMPLETE_LANGUAGES } from "./languages.ts";

/**
 * An Accept-Language header without regions, which our languages don't have, and without languages that readers must
 * not get unasked: unknown and partial ones.
 * @returns language ranges as in the header ("ar;q=0.8,fr;q=0.5"); empty if none is left
 */
export const acceptedLanguages = (header: string, offered: string[] = COMPLETE_LANGUAGES): string =>
  header
    .slice(0, 500)
    .replace(/-[a-z0-9-]*/gi, "")
    .split(",")
    .filter((range) => offered.includes(range.split(";")[0]?.trim().toLowerCase() ?? ""))
    .join(",");
