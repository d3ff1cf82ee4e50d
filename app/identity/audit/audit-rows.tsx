import type { TFunction } from "i18next";
import { useId } from "react";
import { Form, href, Link } from "react-router";
import type { FormattedTime } from "#app/core/i18n/time-formatter.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { filteredCount } from "#app/core/lists/filters/filtered-count.ts";
import { useListStatus } from "#app/core/lists/list-status.tsx";
import { LoadMore } from "#app/core/lists/load-more.tsx";
import type { Page } from "#app/core/lists/page.ts";
import { type Column, Table } from "#app/core/lists/table.tsx";
import { type PageFetcher, useLoadMore } from "#app/core/lists/use-load-more.ts";
import { Address } from "#app/core/ui/address.tsx";
import { SubmitButton } from "#app/core/ui/button.tsx";
import { CopyButton } from "#app/core/ui/copy-button.tsx";
import { Icon } from "#app/core/ui/icon.tsx";
import { Moment } from "#app/core/ui/moment.tsx";
import { showToast } from "#app/core/ui/toast/toast-store.ts";
import type { AuditEntry } from "./audit-list.server.ts";
import { partsPath } from "./audit-operation.ts";
import type { FormattedChange } from "./change-formatter.server.ts";
import "./audit-table.css";

/** An entry in the reader's language, for the page. */
export interface FormattedEntry extends Omit<AuditEntry, "at" | "code" | "changes" | "restorable"> {
  /** The label of the action. */
  what: string;
  at: FormattedTime;
  /** The time to the second, with its zone. */
  exact: string;
  /** The message of the refusal. */
  refusal: string | null;
  changes: FormattedChange[];
  /** The path that undoes the deletion by a POST; null if that is not possible. */
  restore: string | null;
}

/** The entries of the audit log. Names of people and rows link to the entries about them. */
export function AuditRows({
  first,
  fetcher,
}: {
  first: Page<FormattedEntry>;
  /** Loads more pages: `usePageFetcher<typeof loader>()`. */
  fetcher: PageFetcher<{ page: Page<FormattedEntry> }>;
}) {
  const { t } = useI18n();
  const { list, items, isReloading, more } = useLoadMore<
    FormattedEntry,
    { page: Page<FormattedEntry> },
    HTMLTableSectionElement
  >(first, fetcher, ({ page }) => page);
  useListStatus(filteredCount(t, "", items.length, more.next !== null));
  return (
    <div className="audit-table">
      <Table
        label={t("manager:navigation.audit")}
        columns={columns(t)}
        items={items}
        sort={null}
        isBusy={isReloading}
        ref={list}
      />
      <LoadMore {...more} />
    </div>
  );
}

/** The columns read as a sentence: when who did what to what. */
const columns = (t: TFunction): Column<FormattedEntry>[] => [
  {
    label: t("audit:time"),
    cell: ({ at }) => <Moment time={at} />,
  },
  {
    label: t("audit:person"),
    narrow: "first",
    cell: (entry) => <Actor entry={entry} />,
  },
  {
    label: t("audit:action"),
    narrow: "line",
    cell: ({ id, what, refusal, count, parts }) => (
      <>
        <span className="what font-medium text-ink">{what}</span>
        {refusal && <span className="block text-danger">{refusal}</span>}
        {parts !== null && (
          <Link to={partsPath(id)} className={`block ${LINK}`}>
            {t("audit:parts", { count: parts })}
          </Link>
        )}
        {count > 1 && <span className="block text-quiet">{t("audit:count", { count })}</span>}
      </>
    ),
  },
  {
    label: t("audit:subject"),
    narrow: "line",
    cell: ({ actorId, subjectId, subjectLabel }) =>
      subjectLabel &&
      (subjectId === null || subjectId !== actorId) && <Subject id={subjectId} label={subjectLabel} />,
  },
  {
    label: t("audit:details"),
    narrow: "line",
    cell: (entry) => <Details entry={entry} />,
  },
];

/** The further details of an entry. */
function Details({ entry }: { entry: FormattedEntry }) {
  const { t } = useI18n();
  const about = useId();
  const { at, exact, requestId, changes, restore } = entry;
  return (
    <details>
      <summary className="underline-offset-4 hover:underline">
        <Icon name="chevron-right" className="size-4 rtl:rotate-180" />
        <span>{t("audit:details")}</span>
        {/* Names the row for screen reader users who reach this link or the buttons below outside the row. */}
        <span id={about} className="sr-only">
          <span>{` ${entry.what} `}</span>
          <bdi>{entry.subjectLabel}</bdi>
        </span>
      </summary>
      <dl className="grid gap-x-6 gap-y-2 py-2 text-ink sm:grid-cols-[auto_1fr]">
        {changes.map((change) => (
          <Change key={change.field} change={change} />
        ))}
        <dt className="text-quiet">{t("audit:time")}</dt>
        <dd>
          <time dateTime={new Date(at.at).toISOString()}>{exact}</time>
        </dd>
        <dt className="text-quiet">{t("audit:request")}</dt>
        <dd className="flex flex-wrap items-center gap-x-3">
          <bdi className="font-mono text-xs break-all">{requestId}</bdi>
          <CopyButton
            text={requestId}
            variant="quiet"
            onCopied={() => showToast("success", t("audit:copied"))}
          >
            {t("audit:copy")}
          </CopyButton>
        </dd>
      </dl>
      {restore !== null && (
        <Form method="post" action={restore} className="pb-2">
          <SubmitButton variant="secondary" describedBy={about}>
            {t("audit:restore")}
          </SubmitButton>
        </Form>
      )}
    </details>
  );
}

/** A field with its old and its new value, or only one of them for a new or deleted row. */
function Change({ change: { field, from, to } }: { change: FormattedChange }) {
  const { t } = useI18n();
  return (
    <>
      <dt className="text-quiet">{field}</dt>
      <dd className="wrap-anywhere whitespace-pre-line">
        {from !== null && (
          <span className="block">
            <span>{`${t("audit:before")} `}</span>
            <bdi>{from}</bdi>
          </span>
        )}
        <span className="block">
          <span>{`${t("audit:after")} `}</span>
          <bdi>{to ?? t("none")}</bdi>
        </span>
      </dd>
    </>
  );
}

const LINK = "text-accent underline-offset-4 hover:underline";

/** The subject of an entry, with a link to all entries about it. */
function Subject({ id, label }: { id: string | null; label: string }) {
  if (id === null) return <Address>{label}</Address>;
  return (
    <Link to={entriesAbout(id)} className={LINK}>
      <Address>{label}</Address>
    </Link>
  );
}

function Actor({ entry: { actorId, actorLabel, asUserLabel, tokenName } }: { entry: FormattedEntry }) {
  const { t } = useI18n();
  if (!actorLabel) return <span>{t("audit:visitor")}</span>;
  return (
    <>
      {actorId ? (
        <Link to={entriesAbout(actorId)} className={LINK}>
          <Address>
            {asUserLabel ? t("audit:actorAs", { actor: actorLabel, user: asUserLabel }) : actorLabel}
          </Address>
        </Link>
      ) : (
        // The actor is a command or job, or a key of an organisation.
        <Address>{actorLabel}</Address>
      )}
      {tokenName !== null && (
        <span className="block text-quiet">{t("audit:withToken", { name: tokenName })}</span>
      )}
    </>
  );
}

const entriesAbout = (id: string) => `${href("/manager/audit")}?${new URLSearchParams({ person: id })}`;
