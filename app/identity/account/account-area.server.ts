import type { RouterContextProvider } from "react-router";
import { viewerContext } from "#app/context.ts";
import { readCookie, serializeCookie } from "#app/core/lib/cookie.ts";
import { can, homeOf, type Role } from "#app/permissions.ts";

/** An area that has an account page. */
export type AccountArea = "app" | "manager";

const NAME = "area";

/**
 * The area that the reader's account is in now: for those who may enter both, the one whose account page they opened last, and
 * otherwise the one where they land after signing in. The pages below /account/ lead back to it.
 */
export function accountAreaOf(request: Request, role: Role): AccountArea {
  const last = readCookie(request.headers.get("Cookie"), NAME);
  if ((last === "app" || last === "manager") && can(role, `apps:${last}`)) return last;
  return homeOf(role) === "/manager" ? "manager" : "app";
}

/** The reader's account page, in the area that it is in now. */
export const accountPathOf = (request: Request, role: Role) =>
  `/${accountAreaOf(request, role)}/account` as const;

/** Remembers in which area somebody who may enter both opened their account page, until the browser is closed. */
export async function rememberAccountArea(
  context: Readonly<RouterContextProvider>,
  area: AccountArea,
  url: URL,
): Promise<ResponseInit> {
  const { role } = await context.get(viewerContext);
  if (!can(role, "apps:app") || !can(role, "apps:manager")) return {};
  return { headers: { "Set-Cookie": serializeCookie({ name: NAME, value: area, httpOnly: true }, url) } };
}
