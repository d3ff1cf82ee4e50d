import { Link } from "react-router";
import { dbContext, i18nContext, platformContext, settingsContext, viewerContext } from "#app/context.ts";
import { languageOf } from "#app/core/i18n/languages.ts";
import { timeFromNow } from "#app/core/i18n/time-formatter.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { Icon } from "#app/core/ui/icon.tsx";
import { Moment } from "#app/core/ui/moment.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { requirePermissionInParallel } from "#app/identity/middleware/guards.ts";
import { can } from "#app/permissions.ts";
import { formatAmount } from "#app/slices/health/format-amount.server.ts";
import { HEALTH_CHECKS, isWell } from "#app/slices/health/health-checks.server.ts";
import { HEALTH } from "#app/slices.server.ts";
import type { Route } from "./+types/health.ts";

export const middleware = [requirePermissionInParallel("health:read")];

export async function loader({ context }: Route.LoaderArgs) {
  const db = context.get(dbContext);
  const settings = context.get(settingsContext);
  const { now } = context.get(platformContext);
  const i18n = context.get(i18nContext);
  const fromNow = timeFromNow(context);
  const inWords = formatAmount(languageOf(i18n).key);
  const checks = [...HEALTH_CHECKS, ...HEALTH].filter(({ isThere }) => isThere?.(settings) ?? true);
  const found = await Promise.all(
    checks.map(async (check) => ({ ...check, reading: await check.read(db, settings, now) })),
  );
  const { role } = await context.get(viewerContext);
  const readings = found.map(({ label, advice, more, reading }) => {
    const { kind, value, most, failed = [] } = reading;
    return {
      label: i18n.t(label),
      /** What to do; null if all is well. */
      advice: isWell(reading, now) ? null : i18n.t(advice),
      to: more && can(role, more.permission) ? more.path : null,
      /** The amount; or when a recurring event last happened, null if never. */
      at: kind === "age" && value !== null ? fromNow(value) : null,
      amount: kind === "age" ? null : inWords(kind, value),
      most: inWords(kind, most),
      failed,
    };
  });
  return { readings, unwell: readings.filter(({ advice }) => advice !== null).length };
}

export default function Health({ loaderData: { readings, unwell } }: Route.ComponentProps) {
  const { t } = useI18n();
  return (
    <>
      <PageTitle title={t("manager:navigation.health")} />
      <h1 className="mb-4 font-serif text-4xl font-semibold">{t("manager:navigation.health")}</h1>
      <p className="mb-6 max-w-prose text-quiet">
        {unwell === 0 ? t("health:allWell") : t("health:unwell", { count: unwell })}
      </p>
      <ul className="max-w-3xl border-t border-line">
        {readings.map(({ label, advice, to, at, amount, most, failed }) => (
          <li key={label} className="flex gap-4 border-b border-line py-4">
            <Icon
              name={advice === null ? "circle-check" : "triangle-alert"}
              className={`mt-0.5 size-5 shrink-0 ${advice === null ? "text-success" : "text-warning"}`}
            />
            <div className="min-w-0">
              <h2 className="font-semibold">
                <span className="sr-only">{`${advice === null ? t("health:well") : t("health:lookAtIt")}: `}</span>
                {to ? (
                  <Link to={to} className="underline underline-offset-4 hover:text-accent">
                    {label}
                  </Link>
                ) : (
                  <span>{label}</span>
                )}
              </h2>
              <p className="mt-1 text-quiet">
                {amount !== null && <span>{amount}</span>}
                {at && <Moment time={at} />}
                {amount === null && at === null && <span>{t("health:never")}</span>}
                <span>{` (${t("health:most", { most })})`}</span>
              </p>
              {advice !== null && <p className="mt-1">{advice}</p>}
              {failed.length > 0 && (
                <ul className="mt-1">
                  {failed.map((one) => (
                    <li key={one}>
                      <code dir="ltr">{one}</code>
                    </li>
                  ))}
                </ul>
              )}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
