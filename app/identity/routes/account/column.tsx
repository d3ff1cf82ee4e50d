import { Outlet, useOutletContext } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { BackLink } from "#app/core/ui/back-link.tsx";
import { ErrorPage } from "#app/identity/shell/error-page.tsx";

/**
 * The layout of the pages that the account page links to: inside the frame of the account page's area, with a
 * link back.
 */
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

/**
 * This layout is separate from the layout with the frame, because that layout keeps its data even if a form is refused.
 */
export function ErrorBoundary() {
  return <ErrorPage />;
}
