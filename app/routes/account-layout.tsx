import { lazy } from "react";
import { href, Outlet, type RouterContextProvider } from "react-router";
import { recentRoleContext, viewerContext } from "#app/context.ts";
import { EntryLayout } from "#app/core/shell/entry-layout.tsx";
import { accountAreaOf } from "#app/identity/account/account-area.server.ts";
import { signInStep } from "#app/identity/auth/sign-in-step.server.ts";
import { requireSignedInInParallel } from "#app/identity/middleware/guards.ts";
import { can } from "#app/permissions.ts";
import type { Route } from "./+types/account-layout.ts";
import { AppArea } from "./app-area.tsx";
import { readAppArea, readManagerArea } from "./areas.server.ts";

/**
 * Loaded lazily, because most people are readers, and they don't need the manager's frame. There is no Suspense around
 * it, so that a page without script contains it.
 */
const ManagerArea = lazy(async () => ({ default: (await import("./manager-area.tsx")).ManagerArea }));

export const middleware = [requireSignedInInParallel];

/**
 * The area whose frame surrounds the page. There is none for somebody who can't enter an area yet, because they could
 * not use its navigation.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const [{ role, onboardedAt }, lacksStep] = await Promise.all([
    context.get(viewerContext),
    isStepLacking(context, request),
  ]);
  const area = accountAreaOf(request, role);
  const isOpen = onboardedAt !== null && !lacksStep && can(role, `apps:${area}`);
  return {
    app: isOpen && area === "app" ? await readAppArea(context) : null,
    manager: isOpen && area === "manager" ? await readManagerArea(context, request) : null,
    back: lacksStep && can(role, "apps:app") ? href("/app/account") : href(`/${area}/account`),
  };
}

/**
 * Whether the account page has the manager's frame, and the reader can't enter the manager before they add a further
 * step to their sign-in.
 */
async function isStepLacking(context: Readonly<RouterContextProvider>, request: Request): Promise<boolean> {
  const viewer = context.get(viewerContext);
  // If the browser's cookie has the role, this runs in parallel with the check of the session.
  const isLikely = accountAreaOf(request, context.get(recentRoleContext)) === "manager";
  if (!isLikely && accountAreaOf(request, (await viewer).role) !== "manager") return false;
  return (await signInStep()?.isLacking(context, viewer)) ?? false;
}

/** The frame around the account pages. */
export default function AccountLayout({ loaderData: { app, manager, back } }: Route.ComponentProps) {
  const page = <Outlet context={back} />;
  if (manager) return <ManagerArea area={manager}>{page}</ManagerArea>;
  if (app) return <AppArea area={app}>{page}</AppArea>;
  return <EntryLayout>{page}</EntryLayout>;
}
