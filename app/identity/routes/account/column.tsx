import { Outlet, useOutletContext } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { BackLink } from "#app/core/ui/back-link.tsx";
import { ErrorPage } from "#app/identity/shell/error-page.tsx";

/** A page that the account leads to, inside the frame of its area, with the way back. */
export default function Column() {
  const { t } = useI18n();
  const account = useOutletContext<string>();
  return (
    <div className="max-w-xl wrap-anywhere">
      <div className="mb-4">
        <BackLink to={account}>{t("common:account")}</BackLink>
      </div>
      <Outlet />
    </div>
  );
}

/** Apart from the layout that has the frame: that keeps its data even if a form is refused. */
export function ErrorBoundary() {
  return <ErrorPage />;
}
