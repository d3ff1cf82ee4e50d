import { data, href, redirect } from "react-router";
import { readForm } from "#app/core/forms/read-form.server.ts";
import { safeRedirect } from "#app/core/http/safe-redirect.ts";
import { isSidebar, sidebarCookies } from "#app/core/shell/sidebar-cookie.ts";
import type { Route } from "./+types/sidebar.ts";

/** There is no page here: a GET redirects to the manager. */
export const loader = () => redirect(href("/manager"));

/** Collapses or expands the sidebar, and returns to the reader's page. */
export async function action({ request, url }: Route.ActionArgs) {
  const form = await readForm(request);
  const sidebar = form.get("sidebar");
  if (!isSidebar(sidebar)) throw data(null, { status: 400 });
  const returnTo = form.get("returnTo");
  return redirect(safeRedirect(typeof returnTo === "string" ? returnTo : null) ?? href("/manager"), {
    headers: sidebarCookies(sidebar, url).map((line): [string, string] => ["Set-Cookie", line]),
  });
}

/** This component is never rendered. Without it, the route would be a resource route, which has no error page. */
export default function Sidebar() {
  return null;
}
