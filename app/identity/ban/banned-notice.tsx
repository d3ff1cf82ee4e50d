import { href } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ButtonLink } from "#app/core/ui/button.tsx";
import { EntryHeading } from "#app/core/ui/entry-heading.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";

/** The page that a banned user sees when they sign in. */
export function BannedNotice({
  reason,
  until,
}: {
  reason: string | null;
  /** The formatted end of the ban; null if it is permanent. */
  until: string | null;
}) {
  const { t } = useI18n();
  return (
    <>
      <PageTitle title={t("auth:banned.title")} />
      <EntryHeading title={t("auth:banned.title")}>
        {reason && <p className="wrap-anywhere text-ink">{t("auth:banned.because", { reason })}</p>}
        {until && <p className="mt-2">{t("auth:banned.until", { time: until })}</p>}
        <p className="mt-2">{t("auth:banned.help")}</p>
      </EntryHeading>
      <ButtonLink width="full" to={href("/login")}>
        {t("auth:failure.retry")}
      </ButtonLink>
    </>
  );
}
