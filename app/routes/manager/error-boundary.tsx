import { ErrorPage } from "#app/shell/error-page.tsx";

/** Around every page of the area: what is wrong with one is said inside the area. */
export { Outlet as default } from "react-router";

export function ErrorBoundary() {
  return <ErrorPage />;
}
