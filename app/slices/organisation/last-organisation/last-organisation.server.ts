import type { MiddlewareFunction, RouterContextProvider } from "react-router";
import { dbContext, findViewerContext } from "#app/context.ts";
import { isSafe } from "#app/core/http/safe-methods.ts";
import type { WelcomeRead } from "#app/identity/auth/welcome-part.ts";
import { readOwn } from "#app/identity/session/session.server.ts";
import { findMembership, type Membership } from "#app/slices/organisation/membership.server.ts";
import { isLastOrganisation, lastOrganisationCookie, readLastOrganisation } from "./last-organisation.ts";

type Context = Readonly<RouterContextProvider>;

/** The pages of an organisation, by their paths in app/routes.ts. Only its members get a successful response. */
const PAGES = "/app/o/:slug";

/**
 * Remembers in a cookie which organisation somebody has opened. The cookie is used for links only. The
 * organisation of a page is in its URL, so two tabs with different organisations don't interfere. Sets the
 * cookie only when it changes.
 */
export const lastOrganisation: MiddlewareFunction<Response> = async (
  { request, url, pattern, params, context },
  next,
) => {
  const response = await next();
  const { slug } = params;
  const isOpened =
    `/${pattern.replace(/^\//, "")}/`.startsWith(`${PAGES}/`) && response.ok && isSafe(request);
  // Preloading a page does not mean that the reader opens it.
  if (!isOpened || slug === undefined || request.headers.get("Purpose") === "prefetch") return response;
  const viewer = await context.get(findViewerContext)();
  if (!viewer || viewer.impersonator) return response;
  const opened = { readerId: viewer.id, slug };
  if (!isLastOrganisation(request.headers.get("Cookie"), opened)) {
    response.headers.append("Set-Cookie", lastOrganisationCookie(opened, url));
  }
  return response;
};

/**
 * The reader's membership in the organisation that they opened last; null if they opened none in this browser, or have
 * left it since.
 */
export async function findLastOrganisation(context: Context, request: Request): Promise<Membership | null> {
  const last = readLastOrganisation(request.headers.get("Cookie"));
  if (!last) return null;
  const found = await readOwn(context, (userId) => findMembership(context.get(dbContext), last.slug, userId));
  return found?.userId === last.readerId ? found : null;
}

/**
 * Reads the organisation that the reader opened last, for the welcome page. Signing in leads to that page.
 */
export const homeOrganisationRead: WelcomeRead = {
  key: "organisation",
  async read(context, request) {
    const found = await findLastOrganisation(context, request);
    return found && { name: found.name, slug: found.slug };
  },
};
