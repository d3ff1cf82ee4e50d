import type { ReactNode } from "react";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { Address } from "#app/core/ui/address.tsx";
import { BackLink } from "#app/core/ui/back-link.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";

/** The heading of a manager's form page: the back link, the title with the row's name, and what the stars mean. */
export function FormHeading({
  title,
  subject,
  back,
  children,
}: {
  title: string;
  /** The name of the row that the form changes. */
  subject?: string;
  back: { to: string; label: string };
  /** Further actions for the row. */
  children?: ReactNode;
}) {
  const { t } = useI18n();
  return (
    <>
      <PageTitle title={subject === undefined ? title : `${title}: ${subject}`} />
      <BackLink to={back.to}>{back.label}</BackLink>
      <h1 className="mt-4 font-serif text-4xl font-semibold">{title}</h1>
      {subject !== undefined && (
        <p className="mt-1 text-lg wrap-anywhere">
          <Address>{subject}</Address>
        </p>
      )}
      {children && <div className="mt-4">{children}</div>}
      <p className="mt-4 mb-6 text-sm text-quiet print:hidden">{t("manager:starMeaning")}</p>
    </>
  );
}
