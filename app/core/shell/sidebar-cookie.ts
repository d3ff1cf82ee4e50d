import { readCookie, serializeCookie } from "#app/core/lib/cookie.ts";

const NAME = "sidebar";
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The paths whose pages have the sidebar. */
const PATHS = ["/manager", "/account"];

/**
 * The state of the manager's sidebar that a reader has selected; "auto" by default: only icons unless the screen is
 * wide.
 */
export type Sidebar = "collapsed" | "expanded" | "auto";

/** Whether a value is a state that the reader can select. */
export const isSidebar = (value: unknown): value is Exclude<Sidebar, "auto"> =>
  value === "collapsed" || value === "expanded";

/** The Set-Cookie headers that remember the state of the sidebar for a year. */
export function sidebarCookies(value: Sidebar, url: URL): string[] {
  return PATHS.map((path) =>
    serializeCookie({ name: NAME, value, maxAge: YEAR_SECONDS, path, httpOnly: true }, url),
  );
}

/** The state of the sidebar in a Cookie header. */
export function readSidebar(header: string | null): Sidebar {
  const value = readCookie(header, NAME);
  return isSidebar(value) ? value : "auto";
}
