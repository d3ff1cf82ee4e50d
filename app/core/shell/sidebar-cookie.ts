import { readCookie, serializeCookie } from "#app/core/lib/cookie.ts";

const NAME = "sidebar";
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The paths whose pages have the sidebar. */
const PATHS = ["/manager", "/account"];

/** Remember for a year whether the manager's sidebar is collapsed, so that the server renders it that way. */
export function sidebarCookies(collapsed: boolean, url: URL): string[] {
  const value = collapsed ? "collapsed" : "expanded";
  return PATHS.map((path) =>
    serializeCookie({ name: NAME, value, maxAge: YEAR_SECONDS, path, httpOnly: true }, url),
  );
}

/** Whether a Cookie header says that the sidebar is collapsed. */
export const isSidebarCollapsed = (header: string | null) => readCookie(header, NAME) === "collapsed";
