import { href } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { Icon } from "#app/core/ui/icon.tsx";
import { StretchedLink } from "#app/core/ui/stretched-link.tsx";

/** A link to each of the two areas, for users who may enter both. */
export function AreaSwitch() {
  const { t } = useI18n();
  const areas = [
    { to: href("/app"), label: t("app:welcome.goToApp"), description: t("app:welcome.appDescription") },
    {
      to: href("/manager"),
      label: t("app:welcome.goToManager"),
      description: t("app:welcome.managerDescription"),
    },
  ];
  return (
    <section aria-labelledby="areas" className="mt-12 print:hidden">
      <h2 id="areas" className="mb-3 font-serif text-xl font-semibold">
        {t("app:welcome.areas")}
      </h2>
      <ul className="grid gap-4 sm:grid-cols-2">
        {areas.map(({ to, label, description }) => (
          <li key={to} className="relative rounded-xl border border-line bg-sheet p-5 hover:bg-accent-soft">
            <StretchedLink to={to} className="inline-flex items-center gap-2 font-medium text-accent">
              <span>{label}</span>
              <Icon name="arrow-right" className="size-4 rtl:rotate-180" />
            </StretchedLink>
            <p className="mt-1 text-quiet">{description}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
