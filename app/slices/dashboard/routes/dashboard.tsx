import { href } from "react-router";
import { dbContext, i18nContext, platformContext, viewerContext } from "#app/context.ts";
import { changeFormat, dateFormat } from "#app/core/i18n/formats.ts";
import { languageOf } from "#app/core/i18n/languages.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { BarChart } from "#app/core/ui/bar-chart.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { ENTITIES } from "#app/entities.ts";
import { can } from "#app/permissions.ts";
import { readDashboard } from "#app/slices/dashboard/dashboard.server.ts";
import { Latest } from "#app/slices/dashboard/latest.tsx";
import { type Total, Totals } from "#app/slices/dashboard/totals.tsx";
import type { Route } from "./+types/dashboard.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { entities, sessions, activity, latest } = await readDashboard(
    context.get(dbContext),
    context.get(platformContext).now,
  );
  const { role } = await context.get(viewerContext);
  const i18n = context.get(i18nContext);
  const language = languageOf(i18n).key;
  const changes = changeFormat(language);
  const day = dateFormat(language, {
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  });
  return {
    role,
    entities: entities.map(({ change, ...entity }) => ({
      ...entity,
      change: change === 0 ? null : i18n.t("dashboard:thisMonth", { change: changes.format(change) }),
    })),
    sessions,
    activity: activity.map(({ day: date, signUps, signIns }) => ({
      label: day.format(new Date(date)),
      values: [signUps, signIns] as [number, number],
    })),
    latest: latest.filter(({ entity }) => can(role, `${entity}:list`)),
  };
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { role, entities, sessions, activity, latest } = loaderData;
  const totals: Total[] = [
    ...entities.map(({ entity, total, change }) => ({
      label: t(`${entity}:list.title`),
      value: total,
      change,
      to: can(role, `${entity}:list`) ? href(`/manager/${ENTITIES[entity]}`) : null,
    })),
    { label: t("dashboard:sessions"), value: sessions, change: null, to: null },
  ];
  return (
    <div className="flex flex-col gap-8">
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
        {latest.map(({ entity, title, empty, rows }) => (
          <Latest
            key={entity}
            title={t(title)}
            empty={t(empty)}
            items={rows.map(({ id, name, detail }) => ({
              to: href(`/manager/${ENTITIES[entity]}/:id`, { id }),
              name,
              detail,
            }))}
          />
        ))}
      </div>
    </div>
  );
}
