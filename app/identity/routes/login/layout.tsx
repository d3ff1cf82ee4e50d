import { Outlet } from "react-router";
import { EntryLayout } from "#app/core/shell/entry-layout.tsx";
import { requireVisitor } from "#app/identity/middleware/guards.ts";
import { ErrorPage } from "#app/identity/shell/error-page.tsx";

export const middleware = [requireVisitor];

/** With this loader, a navigation in the browser asks the server, so that the guard runs. */
export const loader = () => null;

export default function LoginLayout() {
  return (
    <EntryLayout>
      <Outlet />
    </EntryLayout>
  );
}

export function ErrorBoundary() {
  return (
    <EntryLayout>
      <ErrorPage />
    </EntryLayout>
  );
}
