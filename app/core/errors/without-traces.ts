import { withoutParameters } from "#app/core/lib/log.ts";

/** Anything with an @ between two words. */
const ADDRESS = /[^\s@"'<>()[\]{},;:=?&/]+@[^\s@"'<>()[\]{},;:=?&/]+/g;
/** The search parameters and the hash of an address. */
const QUERY = /((?:https?:\/\/|\/)[^\s?#"')]*)[?#][^\s"')]*/g;
/** Codes, tokens, hashes and ids. */
const LONG_NUMBER = /\b\d{6,}\b/g;
const SECRET = /\b(?=[\w-]*\d)[\w-]{20,}\b/g;

/**
 * The message of an error without what may tell who somebody is, or let somebody in. Ours hold none of it; those of others may.
 */
export const withoutTraces = (message: string): string =>
  withoutParameters(message)
    .replace(QUERY, "$1?")
    .replace(ADDRESS, "[address]")
    .replace(SECRET, "[secret]")
    .replace(LONG_NUMBER, "[number]")
    .slice(0, 1000);
