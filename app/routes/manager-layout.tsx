import { type ComponentType, lazy, Suspense } from "react";
import { Outlet } from "react-router";
import { viewerContext } from "#app/context.ts";
import { timeFormatter } from "#app/core/i18n/time-formatter.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ButtonLink } from "#app/core/ui/button.tsx";
import { StatusMessage } from "#app/core/ui/status-message.tsx";
import { useHydrated } from "#app/core/ui/use-hydrated.ts";
import { signInStep } from "#app/identity/auth/sign-in-step.server.ts";
import { requirePermissionInParallel, requireSecondStepInParallel } from "#app/identity/middleware/guards.ts";
import { ErrorPage } from "#app/identity/shell/error-page.tsx";
import { StandaloneErrorPage } from "#app/identity/shell/standalone-error-page.tsx";
import type { Route } from "./+types/manager-layout.ts";
import { readManagerArea } from "./areas.server.ts";
import { ManagerArea } from "./manager-area.tsx";

/** Loaded after the page, which can do without it. */
const ManagerKeys = lazy<ComponentType>(() =>
  import("./manager-keys.tsx").catch(() => ({ default: () => null })),
);

export const middleware = [requirePermissionInParallel("apps:manager"), requireSecondStepInParallel];

export async function loader({ request, context }: Route.LoaderArgs) {
  const step = signInStep();
  const [area, due = null] = await Promise.all([
    readManagerArea(context, request),
    step?.due(context, context.get(viewerContext)),
  ]);
  return {
    ...area,
    /** How long the reader may still enter the manager before they must add a further step to their sign-in. */
    stepDue: step && due !== null ? { time: timeFormatter(context)(due), setUp: step.setUp } : null,
  };
}

function StepDue({ stepDue: due }: Pick<Route.ComponentProps["loaderData"], "stepDue">) {
  const { t } = useI18n();
  if (!due) return null;
  return (
    <div className="mb-6">
      <StatusMessage
        type="warning"
        action={
          <ButtonLink variant="secondary" to={due.setUp}>
            {t("manager:secondStepOpen")}
          </ButtonLink>
        }
      >
        {t("manager:secondStepDue", { time: due.time })}
      </StatusMessage>
    </div>
  );
}

export default function ManagerLayout({ loaderData }: Route.ComponentProps) {
  const isHydrated = useHydrated();
  return (
    <ManagerArea area={loaderData}>
      <StepDue stepDue={loaderData.stepDue} />
      <Outlet />
      {isHydrated && (
        <Suspense>
          <ManagerKeys />
        </Suspense>
      )}
    </ManagerArea>
  );
}

/** Shows no sidebar if the layout has no data, because the reader may not be allowed to see it. */
export function ErrorBoundary({ loaderData }: Route.ErrorBoundaryProps) {
  if (!loaderData) return <StandaloneErrorPage />;
  return (
    <ManagerArea area={loaderData}>
      <StepDue stepDue={loaderData.stepDue} />
      <ErrorPage />
    </ManagerArea>
  );
}
