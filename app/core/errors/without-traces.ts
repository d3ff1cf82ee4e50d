import { withoutParameters } from "#app/core/lib/log.ts";

/** Anything with an @ between two words. */
const ADDRESS = /[^\s@"'<>()[\]{},;:=?&/]+@[^\s@"'<>()[\]{},;:=?&/]+/g;
/** The query and the hash of a URL. */
const QUERY = /((?:https?:\/\/|\/)[^\s?#"')]*)[?#][^\s"')]*/g;
/** Codes, tokens, hashes and ids. */
const LONG_NUMBER = /\b\d{6,}\b/g;
const SECRET = /\b(?=[\w-]*\d)[\w-]{20,}\b/g;

/**
 * An error's message without anything that may identify somebody or grant access. Our own messages include none of it;
 * those of libraries may.
 */
export const withoutTraces = (message: string): string =>
  withoutParameters(message)
    .replace(QUERY, "$1?")
    .replace(ADDRESS, "[address]")
    .replace(SECRET, "[secret]")
    .replace(LONG_NUMBER, "[number]")
    .slice(0, 1000);
