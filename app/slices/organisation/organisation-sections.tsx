import { href } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ButtonLink } from "#app/core/ui/button.tsx";
import { ORGANISATION_ENTITIES, ORGANISATION_NAMES } from "#app/entities.ts";

/** Links to what belongs to an organisation, besides its members: a list of each kind. */
export function OrganisationSections({ slug }: { slug: string }) {
  const { t } = useI18n();
  const page = href("/app/o/:slug", { slug });
  const sections = [
    { section: "organisation", to: page },
    ...ORGANISATION_NAMES.map((section) => ({ section, to: `${page}/${ORGANISATION_ENTITIES[section]}` })),
  ] as const;
  if (sections.length === 1) return null;
  return (
    <nav aria-label={t("organisation:sections")} className="mb-8">
      <ul className="flex flex-wrap gap-3">
        {sections.map(({ section, to }) => (
          <li key={section}>
            <ButtonLink variant="secondary" to={to}>
              {t(`${section}:list.title`)}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
