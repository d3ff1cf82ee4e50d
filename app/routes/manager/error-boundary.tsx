import { ErrorPage } from "#app/shell/error-page.tsx";

/** Wraps every page of the area, so that its errors show inside the area. */
export { Outlet as default } from "react-router";

export function ErrorBoundary() {
  return <ErrorPage />;
}
