import { readCookie, serializeCookie } from "#app/core/lib/cookie.ts";

const NAME = "sidebar";
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The paths whose pages have the sidebar. */
const PATHS = ["/manager", "/account"];

/** What a reader has chosen for the manager's sidebar; "auto" while nothing: a rail of icons where the screen is not wide. */
export type Sidebar = "collapsed" | "expanded" | "auto";

export const isSidebar = (value: unknown): value is Exclude<Sidebar, "auto"> =>
  value === "collapsed" || value === "expanded";

/** Remembers the choice for a year. */
export function sidebarCookies(value: Sidebar, url: URL): string[] {
  return PATHS.map((path) =>
    serializeCookie({ name: NAME, value, maxAge: YEAR_SECONDS, path, httpOnly: true }, url),
  );
}

/** The choice in a Cookie header. */
export function readSidebar(header: string | null): Sidebar {
  const value = readCookie(header, NAME);
  return isSidebar(value) ? value : "auto";
}
