import { readCookie, serializeCookie } from "#app/core/lib/cookie.ts";

const NAME = "sidebar";
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Remembers for a year whether the manager's sidebar is collapsed, so that the server renders it that way. */
export function sidebarCookie(collapsed: boolean, url: URL): string {
  const value = collapsed ? "collapsed" : "expanded";
  return serializeCookie({ name: NAME, value, maxAge: YEAR_SECONDS, path: "/manager", httpOnly: true }, url);
}

/** Whether a Cookie header says that the sidebar is collapsed. */
export const isSidebarCollapsed = (header: string | null) => readCookie(header, NAME) === "collapsed";
