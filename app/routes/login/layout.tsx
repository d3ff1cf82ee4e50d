import { Outlet } from "react-router";
import { requireVisitor } from "#app/middleware/guards.ts";
import { EntryLayout } from "#app/shell/entry-layout.tsx";
import { ErrorPage } from "#app/shell/error-page.tsx";

export const middleware = [requireVisitor];

/** Makes client-side navigations ask the server, so that the guard runs. */
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
