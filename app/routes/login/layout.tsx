import { Outlet } from "react-router";
import { EntryLayout } from "#app/features/auth/entry-layout.tsx";
import { visitorsOnly } from "#app/middleware/guards.ts";
import { ErrorPage } from "#app/ui/error-page.tsx";

export const middleware = [visitorsOnly];

/** Makes navigations on the client ask the server, and thereby the guard. */
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
