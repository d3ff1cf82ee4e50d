import type { TFunction } from "i18next";
import { Form, href, Link, useLocation } from "react-router";
import { AUDIT_ACTIONS, auditLabel } from "#app/audit-actions.ts";
import { dbContext, i18nContext, viewerContext } from "#app/context.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { parseCursor, timeKeys } from "#app/core/lists/cursor.ts";
import { EmptyList } from "#app/core/lists/empty-list.tsx";
import { DayRangeError, DayRangeFields, daysSet } from "#app/core/lists/filters/day-range-fields.tsx";
import { Filters, type SetFilter } from "#app/core/lists/filters/filters.tsx";
import { ListHeading } from "#app/core/lists/list-heading.tsx";
import { LIST_STATUS } from "#app/core/lists/list-status.tsx";
import { FilterSelect } from "#app/core/lists/search/search-form.tsx";
import { useFollowedValue } from "#app/core/lists/use-followed-value.ts";
import { usePageFetcher } from "#app/core/lists/use-page-fetcher.ts";
import { Moment } from "#app/core/ui/moment.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { readAuditFilter } from "#app/identity/audit/audit-filter.server.ts";
import { findOperation, findPerson, listAudit } from "#app/identity/audit/audit-list.server.ts";
import { AuditRows, type FormattedEntry } from "#app/identity/audit/audit-rows.tsx";
import { entryFormatter } from "#app/identity/audit/entry-formatter.server.ts";
import { findUsers } from "#app/identity/manage-users/user-finder.server.ts";
import { requirePermissionInParallel } from "#app/identity/middleware/guards.ts";
import { can } from "#app/permissions.ts";
import type { Route } from "./+types/audit.ts";
import { auditMenu } from "./audit-menu.ts";

export const middleware = [requirePermissionInParallel("audit:list")];

export async function loader({ url, context }: Route.LoaderArgs) {
  const { days, filter } = readAuditFilter(url, context);
  const after = parseCursor(url.searchParams.get("after"), timeKeys);
  const db = context.get(dbContext);
  const { person, action, operations } = filter;
  const [list, whole, email, found] = await Promise.all([
    listAudit(db, filter, after),
    typeof operations === "object" ? findOperation(db, operations.of) : null,
    findPerson(db, person),
    person === null || ID_OR_ADDRESS.test(person) ? [] : findUsers(db, person),
  ]);
  const { role } = await context.get(viewerContext);
  const format = entryFormatter(context, role);
  const page = { ...list, items: list.items.map(format) };
  const operation = whole && format(whole);
  // The list may still show something, because entries also mention addresses without an account, and rows that are not
  // users.
  const isUnknown = person !== null && email === null && (person.includes("@") || page.items.length === 0);
  const people = isUnknown && can(role, "user:list") ? found : [];
  const isNobody = isUnknown && people.length === 0;
  const { t } = context.get(i18nContext);
  const actions = AUDIT_ACTIONS.map((known) => ({ action: known, label: t(auditLabel(known)) }));
  return {
    page,
    isFirst: after === null,
    operation,
    isOperation: typeof operations === "object",
    person: email ?? person,
    people,
    isNobody,
    action,
    actions,
    days,
  };
}

/** Matches an id or an address. Each belongs to one person, so the log does not search for it in names. */
const ID_OR_ADDRESS = /^[\da-f-]{36}$|@/;

export default function Audit({ loaderData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { page, isFirst, operation, isOperation, person, people, isNobody, action, actions, days } =
    loaderData;
  const { key, search } = useLocation();
  const fetcher = usePageFetcher<typeof loader>();
  const personField = useFollowedValue<HTMLInputElement>(person ?? "");
  const here = href("/manager/audit");
  const menu = auditMenu();
  const set = filtersSet(t, loaderData);
  const filters = set.map(({ label }) => label);
  const isFiltered = person !== null || action !== null || days.from !== "" || days.to !== "";
  // Invalid dates limit nothing.
  const isLimited = person !== null || action !== null || (days.error === null && isFiltered);
  const start = new URLSearchParams(search);
  start.delete("after");
  return (
    <>
      <PageTitle title={t("manager:navigation.audit")} />
      <ListHeading title={t("manager:navigation.audit")} add={null}>
        {menu.length > 0 && menu.map((Entry) => <Entry key={Entry.name} isFiltered={isLimited} />)}
      </ListHeading>
      <p className="mb-4 max-w-prose text-quiet max-sm:sr-only">{t("audit:description")}</p>
      <Form action={here} className="mb-4 flex flex-wrap items-center gap-3 print:hidden">
        <input
          ref={personField}
          name="person"
          defaultValue={person ?? ""}
          aria-label={t("audit:person")}
          placeholder={t("audit:personHint")}
          autoComplete="off"
          dir="auto"
          aria-invalid={isNobody || undefined}
          aria-describedby={isNobody ? "nobody" : people.length > 0 ? "people" : undefined}
          className="search-field match-parent min-h-12 w-full max-w-md rounded-lg border border-edge bg-sheet px-3.5 py-2 placeholder:text-quiet"
        />
        <Filters set={set}>
          <FilterSelect
            name="action"
            label={t("audit:action")}
            all={t("audit:anyAction")}
            options={actions.map(({ action, label }) => ({ value: action, label }))}
            selected={action ?? ""}
          />
          <DayRangeFields range={days} />
        </Filters>
        <DayRangeError range={days} />
        {isNobody && (
          <p id="nobody" role="alert" className="basis-full text-sm text-danger">
            {t("audit:nobody")}
          </p>
        )}
        <People people={people} />
      </Form>
      {LIST_STATUS}
      {/* In print, the filters replace the form. */}
      <p className="mb-4 hidden wrap-anywhere print:block">{filters.join(" · ")}</p>
      {isOperation && operation && <WholeOperation entry={operation} />}
      {(isOperation || !isFirst) && (
        <Link
          to={isOperation ? here : { search: `?${start}` }}
          className="mb-4 inline-block py-2 text-accent underline underline-offset-4"
        >
          {t("audit:start")}
        </Link>
      )}
      {page.items.length === 0 ? (
        <EmptyList
          key={key}
          isFiltered={filters.length > 0}
          empty={t("audit:empty")}
          description={t("audit:emptyHint")}
          clearTo={here}
        />
      ) : (
        <AuditRows key={key} first={page} fetcher={fetcher} />
      )}
    </>
  );
}

/** The summary entry of the operation whose entries the list shows. */
function WholeOperation({ entry }: { entry: FormattedEntry }) {
  const { t } = useI18n();
  const { what, subjectLabel, actorLabel, parts, at } = entry;
  return (
    <section
      aria-label={what}
      className="mb-4 rounded-lg border border-line bg-sheet px-4 py-3 wrap-anywhere"
    >
      <h2 className="flex flex-wrap gap-x-2 font-medium">
        <span>{what}</span>
        {subjectLabel && <bdi>{subjectLabel}</bdi>}
      </h2>
      <p className="flex flex-wrap gap-x-3 text-sm text-quiet">
        <span>{t("audit:parts", { count: parts ?? 0 })}</span>
        <bdi>{actorLabel}</bdi>
        <Moment time={at} />
      </p>
    </section>
  );
}

/** The users whose names contain what the reader typed. Each links to the entries of that user. */
function People({ people }: Pick<Route.ComponentProps["loaderData"], "people">) {
  const { t } = useI18n();
  const { search } = useLocation();
  if (people.length === 0) return null;
  const entriesOf = (id: string) => {
    const parameters = new URLSearchParams(search);
    parameters.set("person", id);
    parameters.delete("after");
    return { search: `?${parameters}` };
  };
  return (
    <div id="people" className="flex basis-full flex-wrap items-center gap-x-6 text-sm">
      <p className="text-quiet">{t("audit:people")}</p>
      <ul className="contents">
        {people.map(({ id, name, email }) => (
          <li key={id} className="min-w-0">
            <Link
              to={entriesOf(id)}
              className="inline-flex min-h-11 items-center wrap-anywhere text-accent underline underline-offset-4"
            >
              <bdi>{name ? `${name} (${email})` : email}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The active filters. */
const filtersSet = (
  t: TFunction,
  { person, action, actions, days }: Route.ComponentProps["loaderData"],
): SetFilter[] => [
  ...(person ? [{ label: person, parameters: ["person"] }] : []),
  ...actions
    .filter((known) => known.action === action)
    .map(({ label }) => ({ label, parameters: ["action"] })),
  ...daysSet(t, days),
];
