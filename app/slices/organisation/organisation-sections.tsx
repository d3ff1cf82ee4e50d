import { href, NavLink } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
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
    <nav aria-label={t("organisation:sections")} className="mb-8 border-b border-line">
      <ul className="flex flex-wrap gap-x-6">
        {sections.map(({ section, to }) => (
          <li key={section}>
            <NavLink
              to={to}
              end
              className="-mb-px inline-flex min-h-11 items-center border-b-2 border-transparent text-quiet no-underline hover:text-ink aria-[current]:border-accent aria-[current]:text-ink"
            >
              {t(`${section}:list.title`)}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
