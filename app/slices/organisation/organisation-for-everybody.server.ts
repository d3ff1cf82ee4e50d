import { href, type MiddlewareFunction, redirect } from "react-router";
import { dbContext, findViewerContext, settingsContext } from "#app/context.ts";
import { isSafe } from "#app/core/http/safe-methods.ts";
import { isInAny } from "./membership.server.ts";

/** The pages of readers that need no organisation: those about organisations and invitations, and about one's own account. */
const WITHOUT = /^\/app\/(o|account|deleted)(\/|$)/;

/**
 * Where ORGANISATION_FOR_EVERYBODY is on: leads readers who are in no organisation from all other pages to where they can create one. Who
 * is invited joins by the link of the email, and is asked for none of their own (docs/recipes/an-organisation-for-everybody.md).
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
  // Who has not said their name yet is led there first.
  const isExpected = viewer !== null && viewer.onboardedAt !== null;
  if (isExpected && !(await isInAny(context.get(dbContext), viewer.id))) throw redirect(href("/app/o/last"));
  return next();
};
