import type { RouterContextProvider } from "react-router";
import { viewerContext } from "#app/context.ts";
import { readCookie, serializeCookie } from "#app/core/lib/cookie.ts";
import { can, homeOf, type Role } from "#app/permissions.ts";

/** An area that has an account page. */
export type AccountArea = "app" | "manager";

const NAME = "area";

/**
 * The area that the reader's account page is in. A reader who may enter both gets the one whose account page they
 * opened last; otherwise it is the area where they land after signing in. The pages below /account/ lead back to it.
 */
export function accountAreaOf(request: Request, role: Role): AccountArea {
  const last = readCookie(request.headers.get("Cookie"), NAME);
  if ((last === "app" || last === "manager") && can(role, `apps:${last}`)) return last;
  return homeOf(role) === "/manager" ? "manager" : "app";
}

/** The path of the reader's account page, in its current area. */
export const accountPathOf = (request: Request, role: Role) =>
  `/${accountAreaOf(request, role)}/account` as const;

/**
 * Remembers, until the browser is closed, in which area the reader opened their account page, if they may enter both.
 */
export async function rememberAccountArea(
  context: Readonly<RouterContextProvider>,
  area: AccountArea,
  url: URL,
): Promise<ResponseInit> {
  const { role } = await context.get(viewerContext);
  if (!can(role, "apps:app") || !can(role, "apps:manager")) return {};
  return { headers: { "Set-Cookie": serializeCookie({ name: NAME, value: area, httpOnly: true }, url) } };
}
