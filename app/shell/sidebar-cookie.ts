/** Remembers for a year whether the manager's sidebar is narrow, so that the server draws it right. */
export function sidebarCookie(collapsed: boolean, url: URL): string {
  const secure = url.protocol === "https:" ? "; Secure" : "";
  const value = collapsed ? "collapsed" : "expanded";
  return `sidebar=${value}; Max-Age=31536000; Path=/manager; SameSite=Lax; HttpOnly${secure}`;
}

/** What a Cookie header says of the sidebar. */
export const isSidebarCollapsed = (header: string | null) =>
  /(?:^|;\s*)sidebar=collapsed(?:;|$)/.test(header ?? "");
