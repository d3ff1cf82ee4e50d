import { href, redirect } from "react-router";
import { findViewerContext } from "#app/context.ts";
import { hooked } from "#app/identity/hooks/hooks.server.ts";
import { homeOf } from "#app/permissions.ts";
import type { Route } from "./+types/home.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const viewer = await context.get(findViewerContext)();
  if (viewer) throw redirect(homeOf(viewer.role));
  const [path = href("/login")] = hooked("visitorsHome").flatMap((home) => home(context) ?? []);
  throw redirect(path);
}

/** This component is never rendered. Without it, the route would be a resource route, which has no error page. */
export default function Home() {
  return null;
}
