import { href, redirect } from "react-router";
import { keepList } from "#app/core/lists/list-place.ts";
import { requirePermissionInParallel } from "#app/identity/middleware/guards.ts";
import type { Route } from "./+types/genre.ts";

export const middleware = [requirePermissionInParallel("genre:update")];

/** Redirects to the form, which is the genre's page. */
export const loader = ({ url, params }: Route.LoaderArgs) =>
  redirect(keepList(href("/manager/genres/:id/update", params), url.search));

/** This component is never rendered. Without it, the route would be a resource route, which has no error page. */
export default function Genre() {
  return null;
}
