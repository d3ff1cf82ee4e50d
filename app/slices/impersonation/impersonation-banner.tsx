import { use } from "react";
import { Form, href, useRouteLoaderData } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { SubmitButton } from "#app/core/ui/button.tsx";
import { DocumentContext, type ImpersonationNotice } from "#app/core/ui/document-context.ts";

/** Shown above every page while an administrator impersonates a user, with a button to stop. */
export function ImpersonationBanner() {
  const { t } = useI18n();
  const { impersonation: ofDocument } = use(DocumentContext);
  const root = useRouteLoaderData<{ impersonation: ImpersonationNotice | null }>("root");
  // If a guard has refused the page, there is no loader data.
  const impersonation = root ? root.impersonation : ofDocument;
  if (!impersonation) return null;
  const { user, until } = impersonation;
  return (
    <aside
      id="impersonation"
      aria-label={t("common:impersonation.open")}
      className="sticky top-0 z-30 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 bg-accent-solid px-4 py-2 text-on-accent print:hidden"
    >
      <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
        <strong>{`${t("common:impersonation.banner", { user })} `}</strong>
        <span>{t("common:impersonation.until", { time: until })}</span>
      </p>
      <Form method="post" action={href("/stop-impersonating")}>
        <SubmitButton variant="secondary">{t("common:impersonation.stop")}</SubmitButton>
      </Form>
    </aside>
  );
}
