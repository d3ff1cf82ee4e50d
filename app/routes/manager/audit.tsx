import { Form, href, Link, useFetcher, useLocation } from "react-router";
import { AUDIT_ACTIONS, auditLabel } from "#app/audit-actions.ts";
import { dbContext, viewerContext } from "#app/context.ts";
import { listAudit } from "#app/features/audit/audit-list.server.ts";
import { AuditRows } from "#app/features/audit/audit-rows.tsx";
import { shownEntries } from "#app/features/audit/shown-entries.server.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { parseCursor, timeKeys } from "#app/lists/cursor.ts";
import { readDayRange } from "#app/lists/day-range.server.ts";
import { DayRangeFields } from "#app/lists/day-range-fields.tsx";
import { requirePermissionInParallel } from "#app/middleware/guards.ts";
import { ButtonLink, SubmitButton } from "#app/ui/button.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { Route } from "./+types/audit.ts";

export const middleware = [requirePermissionInParallel("audit:list")];

export async function loader({ url, context }: Route.LoaderArgs) {
  const person = url.searchParams.get("person")?.trim().toLowerCase().slice(0, 254) || null;
  const asked = url.searchParams.get("action");
  const action = AUDIT_ACTIONS.find((known) => known === asked) ?? null;
  const { days, times } = readDayRange(url, context);
  const after = parseCursor(url.searchParams.get("after"), timeKeys);
  const list = await listAudit(context.get(dbContext), { person, action, ...times }, after);
  const { role } = await context.get(viewerContext);
  const page = { ...list, items: list.items.map(shownEntries(context, role)) };
  return { page, isFirst: after === null, person, action, days };
}

const FIELD = "min-h-12 w-full rounded-lg border border-edge bg-sheet px-3.5 py-2";

export default function Audit({ loaderData: { page, isFirst, person, action, days } }: Route.ComponentProps) {
  const { t } = useI18n();
  const { key, search } = useLocation();
  const fetcher = useFetcher<typeof loader>({ key });
  const here = href("/manager/audit");
  const filtered = person !== null || action !== null || days.from !== "" || days.to !== "";
  const start = new URLSearchParams(search);
  start.delete("after");
  return (
    <>
      <PageTitle title={t("audit:title")} />
      <h1 className="font-serif text-4xl font-semibold">{t("audit:title")}</h1>
      <p className="mt-2 mb-6 max-w-prose text-quiet">{t("audit:description")}</p>
      <Form
        action={here}
        key={`${person} ${action} ${days.from} ${days.to}`}
        className="mb-6 flex flex-wrap items-end gap-4 print:hidden"
      >
        <div className="min-w-0 flex-1 basis-56">
          <label htmlFor="person" className="mb-1.5 block font-medium">
            {t("audit:person")}
          </label>
          <input
            id="person"
            name="person"
            defaultValue={person ?? ""}
            placeholder={t("audit:personHint")}
            autoComplete="off"
            dir="auto"
            className={`${FIELD} match-parent placeholder:text-quiet`}
          />
        </div>
        <div className="min-w-0 flex-1 basis-56">
          <label htmlFor="action" className="mb-1.5 block font-medium">
            {t("audit:action")}
          </label>
          <select id="action" name="action" defaultValue={action ?? ""} className={FIELD}>
            <option value="">{t("audit:anyAction")}</option>
            {AUDIT_ACTIONS.map((known) => (
              <option key={known} value={known}>
                {t(auditLabel(known))}
              </option>
            ))}
          </select>
        </div>
        <DayRangeFields range={days} />
        <div className="flex gap-3 *:min-h-12">
          <SubmitButton>{t("audit:filter")}</SubmitButton>
          {filtered && (
            <ButtonLink variant="secondary" to={here}>
              {t("audit:clear")}
            </ButtonLink>
          )}
        </div>
      </Form>
      {!isFirst && (
        <Link
          to={{ search: `?${start}` }}
          className="mb-4 inline-block py-2 text-accent underline underline-offset-4"
        >
          {t("audit:start")}
        </Link>
      )}
      {page.items.length === 0 ? (
        <p className="py-16 text-center font-serif text-xl font-semibold">{t("audit:empty")}</p>
      ) : (
        <AuditRows key={key} first={page} fetcher={fetcher} />
      )}
    </>
  );
}
