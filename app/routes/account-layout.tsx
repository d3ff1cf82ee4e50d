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

/** Readers, who are most people, don't load the manager's frame. Without a Suspense around it: a page without script waits for it. */
const ManagerArea = lazy(async () => ({ default: (await import("./manager-area.tsx")).ManagerArea }));

export const middleware = [requireSignedInInParallel];

/** The area that the page is shown in, or none: to somebody who can't enter one yet, its navigation is of no use. */
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

/** Whether the manager, which the account is in, is closed to the reader until they have a further step to sign in. */
async function isStepLacking(context: Readonly<RouterContextProvider>, request: Request): Promise<boolean> {
  const viewer = context.get(viewerContext);
  // In parallel with the check of the session, if the browser's cookie has the role.
  const isLikely = accountAreaOf(request, context.get(recentRoleContext)) === "manager";
  if (!isLikely && accountAreaOf(request, (await viewer).role) !== "manager") return false;
  return (await signInStep()?.isLacking(context, viewer)) ?? false;
}

/** The frame of the pages that the account leads to. */
export default function AccountLayout({ loaderData: { app, manager, back } }: Route.ComponentProps) {
  const page = <Outlet context={back} />;
  if (manager) return <ManagerArea area={manager}>{page}</ManagerArea>;
  if (app) return <AppArea area={app}>{page}</AppArea>;
  return <EntryLayout>{page}</EntryLayout>;
}
