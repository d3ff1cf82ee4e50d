import { Outlet } from "react-router";
import { requirePermissionInParallel } from "#app/identity/middleware/guards.ts";
import { ErrorPage } from "#app/identity/shell/error-page.tsx";
import type { Route } from "./+types/app-layout.ts";
import { AppArea } from "./app-area.tsx";
import { readAppArea } from "./areas.server.ts";

export const middleware = [requirePermissionInParallel("apps:app")];

export const loader = ({ context }: Route.LoaderArgs) => readAppArea(context);

export default function AppLayout({ loaderData }: Route.ComponentProps) {
  return (
    <AppArea area={loaderData}>
      <Outlet />
    </AppArea>
  );
}

export function ErrorBoundary({ loaderData }: Route.ErrorBoundaryProps) {
  return (
    <AppArea area={loaderData ?? null}>
      <ErrorPage />
    </AppArea>
  );
}
