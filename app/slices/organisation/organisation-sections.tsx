import { href, NavLink } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import type { OrganisationPage } from "#app/organisation-pages.ts";
import { ORGANISATION_ENTITIES, ORGANISATION_LISTS } from "#app/owned-entities.ts";

const TAB =
  "-mb-px inline-flex min-h-11 items-center border-b-2 border-transparent text-quiet no-underline hover:text-ink aria-[current]:border-accent aria-[current]:text-ink";

/** Links to the pages of an organisation's rows, and to its audit log. */
export function OrganisationSections({
  slug,
  pages,
  mayReadAudit,
}: {
  slug: string;
  /** The pages of slices that the reader may open. */
  pages: { name: OrganisationPage; path: string }[];
  mayReadAudit: boolean;
}) {
  const { t } = useI18n();
  const page = href("/app/o/:slug", { slug });
  const sections = [
    { section: "organisation", to: page },
    { section: "team", to: href("/app/o/:slug/teams", { slug }) },
    ...ORGANISATION_LISTS.map((section) => ({ section, to: `${page}/${ORGANISATION_ENTITIES[section]}` })),
    ...pages.map(({ name, path }) => ({ section: name, to: `${page}/${path}` })),
  ] as const;
  return (
    <nav aria-label={t("organisation:sections")} className="mb-8 border-b border-line">
      <ul className="flex flex-wrap gap-x-6">
        {sections.map(({ section, to }) => (
          <li key={section}>
            <NavLink to={to} end className={TAB}>
              {t(`${section}:list.title`)}
            </NavLink>
          </li>
        ))}
        {mayReadAudit && (
          <li>
            <NavLink to={href("/app/o/:slug/audit", { slug })} className={TAB}>
              {t("organisation:audit.title")}
            </NavLink>
          </li>
        )}
      </ul>
    </nav>
  );
}
