import { href } from "react-router";
import { dbContext, i18nContext, platformContext, settingsContext, viewerContext } from "#app/context.ts";
import { ENTITIES } from "#app/entities.ts";
import { Welcome } from "#app/features/auth/welcome.tsx";
import { readDashboard } from "#app/features/dashboard/dashboard.server.ts";
import { Latest } from "#app/features/dashboard/latest.tsx";
import { type Total, Totals } from "#app/features/dashboard/totals.tsx";
import { dateFormat } from "#app/i18n/formats.ts";
import { languageOf } from "#app/i18n/languages.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { can } from "#app/permissions.ts";
import { repositoryLinks } from "#app/product.ts";
import { BarChart } from "#app/ui/bar-chart.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { Route } from "./+types/dashboard.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { entities, sessions, activity, latestBooks, latestUsers } = await readDashboard(
    context.get(dbContext),
    context.get(platformContext).now,
  );
  const { role } = await context.get(viewerContext);
  const day = dateFormat(languageOf(context.get(i18nContext)).key, {
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  });
  return {
    role,
    links: repositoryLinks(context.get(settingsContext).REPOSITORY_URL),
    entities,
    sessions,
    activity: activity.map(({ day: date, signUps, signIns }) => ({
      label: day.format(new Date(date)),
      values: [signUps, signIns] as [number, number],
    })),
    latestBooks: can(role, "book:list") ? latestBooks : null,
    latestUsers: can(role, "user:list") ? latestUsers : null,
  };
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { role, links, entities, sessions, activity, latestBooks, latestUsers } = loaderData;
  const totals: Total[] = [
    ...entities.map(({ entity, total }) => ({
      label: t(`${entity}:list.title`),
      value: total,
      to: can(role, `${entity}:list`) ? href(`/manager/${ENTITIES[entity]}`) : null,
    })),
    { label: t("dashboard:sessions"), value: sessions, to: null },
  ];
  return (
    <div className="flex flex-col gap-10">
      <PageTitle title={t("manager:navigation.dashboard")} />
      <h1 className="-mb-4 font-serif text-4xl font-semibold">{t("manager:navigation.dashboard")}</h1>
      <Totals totals={totals} />
      <BarChart
        title={t("dashboard:activity.title")}
        description={t("dashboard:activity.description")}
        empty={t("dashboard:activity.empty")}
        rowHeading={t("dashboard:activity.day")}
        tableLabel={t("dashboard:activity.table")}
        series={[t("dashboard:activity.signUps"), t("dashboard:activity.signIns")]}
        rows={activity}
      />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(20rem,100%),1fr))] gap-8">
        {latestBooks && (
          <Latest
            title={t("dashboard:latestBooks")}
            empty={t("dashboard:noBooks")}
            items={latestBooks.map(({ id, title, author }) => ({
              to: href("/manager/books/:id", { id }),
              name: title,
              detail: author,
            }))}
          />
        )}
        {latestUsers && (
          <Latest
            title={t("dashboard:latestUsers")}
            empty={t("dashboard:noUsers")}
            items={latestUsers.map(({ id, name, email }) => ({
              to: href("/manager/users/:id", { id }),
              name: name ?? email,
              detail: name && email,
            }))}
          />
        )}
      </div>
      <div>
        <Welcome heading="h2" role={role} links={links} />
      </div>
    </div>
  );
}
