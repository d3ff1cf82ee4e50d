import { href, Link } from "react-router";
import type { FormattedTime } from "#app/core/i18n/time-formatter.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { Icon } from "#app/core/ui/icon.tsx";
import { Moment } from "#app/core/ui/moment.tsx";
import { partsPath } from "#app/identity/audit/audit-operation.ts";

/** An entry of the audit log on the page of a user, in the reader's language. */
export interface HistoryEntry {
  id: string;
  at: FormattedTime;
  what: string;
  /** For a summary entry, the number of entries that it summarises. */
  parts: number | null;
  /** The subject's name, unless it is the user. */
  subject: string | null;
  /** The actor's name, unless it is the user. */
  actor: string | null;
}

/** The latest actions by a user and about them. */
export function UserHistory({ userId, entries }: { userId: string; entries: readonly HistoryEntry[] }) {
  const { t } = useI18n();
  return (
    <section aria-labelledby="history" className="mt-10">
      <h2 id="history" className="mb-4 font-serif text-2xl font-semibold">
        {t("manager:navigation.audit")}
      </h2>
      {entries.length === 0 ? (
        <p className="text-quiet">{t("audit:empty")}</p>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {entries.map(({ id, at, what, parts, subject, actor }) => (
            <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-3">
              <p className="flex min-w-0 flex-wrap gap-x-2 wrap-anywhere">
                <span className="font-medium">{what}</span>
                {subject && <bdi>{subject}</bdi>}
                {parts !== null && (
                  <Link to={partsPath(id)} className="text-accent underline underline-offset-4">
                    {t("audit:parts", { count: parts })}
                  </Link>
                )}
              </p>
              <p className="flex min-w-0 flex-wrap gap-x-3 text-sm wrap-anywhere text-quiet">
                {actor && <bdi>{actor}</bdi>}
                <Moment time={at} />
              </p>
            </li>
          ))}
        </ul>
      )}
      <Link
        to={`${href("/manager/audit")}?${new URLSearchParams({ person: userId })}`}
        className="mt-3 inline-flex min-h-11 items-center gap-2 text-accent underline underline-offset-4"
      >
        <Icon name="scroll-text" className="size-4" />
        <span>{t("audit:ofUser")}</span>
      </Link>
    </section>
  );
}
