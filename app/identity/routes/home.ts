import { href, redirect } from "react-router";
import { findViewerContext } from "#app/context.ts";
import { homeOf } from "#app/permissions.ts";
import type { Route } from "./+types/home.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const viewer = await context.get(findViewerContext)();
  throw redirect(viewer ? homeOf(viewer.role) : href("/login"));
}

/** Never shown; without it this would be a resource route, which has no error page. */
export default function Home() {
  return null;
}
