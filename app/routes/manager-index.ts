import { href, redirect } from "react-router";
import { i18nContext, viewerContext } from "#app/context.ts";
import { entriesFor } from "#app/identity/shell/navigation.ts";
import type { Route } from "./+types/manager-index.ts";
import { managerNavigation } from "./manager-navigation.ts";

/** Redirects to the first page of the navigation. */
export async function loader({ context }: Route.LoaderArgs) {
  const { role } = await context.get(viewerContext);
  const { t } = context.get(i18nContext);
  const entries = managerNavigation().flatMap(({ application }) => application?.(t) ?? []);
  return redirect(entriesFor(role, entries)[0]?.to ?? href("/manager/users"));
}

/** This component is never rendered. Without it, the route would be a resource route, which has no error page. */
export default function ManagerIndex() {
  return null;
}
