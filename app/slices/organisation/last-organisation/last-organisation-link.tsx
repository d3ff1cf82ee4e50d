import { href } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ButtonLink } from "#app/core/ui/button.tsx";
import type { WelcomePart } from "#app/identity/auth/welcome-part.ts";

/** The organisation that the reader opened last. */
type Last = { name: string; slug: string };

/** Links to the reader's last organisation on the welcome page. */
export const homeOrganisationPart: WelcomePart<Last | null> = { key: "organisation", Part: HomeOrganisation };

function HomeOrganisation({ data }: { data: Last | null }) {
  return (
    data && (
      <div className="mt-6">
        <LastOrganisationLink last={data} />
      </div>
    )
  );
}

/** Links to the organisation that the reader opened last. */
export function LastOrganisationLink({ last: { name, slug } }: { last: Last }) {
  const { t } = useI18n();
  return (
    <ButtonLink variant="secondary" to={href("/app/o/:slug", { slug })}>
      <span className="min-w-0 wrap-anywhere">{t("organisations:continue", { name })}</span>
    </ButtonLink>
  );
}
