import { href, type MiddlewareFunction, redirect } from "react-router";
import { dbContext, findViewerContext, settingsContext } from "#app/context.ts";
import { isSafe } from "#app/core/http/safe-methods.ts";
import { isInAny } from "./membership.server.ts";

/**
 * The readers' pages that need no organisation: those about organisations, invitations and the reader's own account.
 */
const WITHOUT = /^\/app\/(o|account|deleted)(\/|$)/;

/**
 * With ORGANISATION_FOR_EVERYBODY on, redirects readers who are not in an organisation from all other pages to the form
 * that creates one. Invited people join through the link in the email, and need no organisation of their own
 * (docs/recipes/an-organisation-for-everybody.md).
 */
export const organisationForEverybody: MiddlewareFunction<Response> = async (
  { request, pattern, context },
  next,
) => {
  const path = `/${pattern.replace(/^\//, "")}`;
  const needsOne = /^\/app(\/|$)/.test(path) && !WITHOUT.test(path);
  if (!context.get(settingsContext).ORGANISATION_FOR_EVERYBODY || !needsOne || !isSafe(request))
    return next();
  const viewer = await context.get(findViewerContext)();
  // Readers who have not entered their name yet are first sent to the form that asks for it.
  const isExpected = viewer !== null && viewer.onboardedAt !== null;
  if (isExpected && !(await isInAny(context.get(dbContext), viewer.id))) throw redirect(href("/app/o/last"));
  return next();
};
