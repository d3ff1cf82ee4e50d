import type { ReactNode } from "react";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { FactLink } from "./account-fact.tsx";

/**
 * The state of something that protects the account, on the account page. @param to the path of the page that changes it
 */
export function SecurityFact({ term, to, children }: { term: string; to: string; children: ReactNode }) {
  const { t } = useI18n();
  return (
    <div className="flex flex-wrap items-baseline gap-x-4 py-3">
      <dt className="basis-full font-medium sm:basis-48">{term}</dt>
      <dd className="flex min-w-0 flex-1 items-baseline justify-between gap-x-4">
        <span className="flex min-w-0 flex-wrap gap-x-4 break-words">{children}</span>
        <FactLink to={to} aria-label={t("account:security.manageOf", { what: term })}>
          {t("account:security.manage")}
        </FactLink>
      </dd>
    </div>
  );
}
