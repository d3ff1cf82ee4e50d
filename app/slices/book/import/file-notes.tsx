import { Link } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import type { Summary } from "./book-import-summary.server.ts";
import type { ImportKind } from "./book-import-summary.tsx";
import type { FileFacts } from "./file-lines.server.ts";

const WARNING = "rounded-lg border-s-4 border-warning bg-warning-soft px-4 py-3 text-warning";

/**
 * The summary of a file before anything is added: first possible errors, then the columns that were read, and those
 * that were not.
 */
export function FileNotes({
  facts,
  summary: { sample, withoutGenre },
  asksAuthor,
  kind: { labels, uploadTo, notes = [] },
}: {
  facts: FileFacts;
  summary: Pick<Summary, "sample" | "withoutGenre">;
  /** Whether no column is read as authors, though an unread one may contain them. */
  asksAuthor: boolean;
  kind: ImportKind;
}) {
  const { t } = useI18n();
  const { read, unread, unreadMore, above, encoding, tags } = facts;
  const unreadNames = unread.map(({ name, number }) => name || t("import:unnamedColumn", { number }));
  return (
    <div className="flex flex-col gap-3">
      {asksAuthor && (
        <div className={WARNING}>
          <p className="font-medium">{t("import:authorUnread")}</p>
          <p>{t("import:authorUnreadHint")}</p>
        </div>
      )}
      {encoding && (
        <div className={`${WARNING} wrap-anywhere`}>
          <p>{t("import:encoded", { encoding: t(`import:encodings.${encoding}`) })}</p>
          {sample && (
            <p className="font-medium">
              <bdi>{sample}</bdi>
            </p>
          )}
          <p>
            <Link to={`${uploadTo}?encoding=${encoding}`} className="underline underline-offset-4">
              {t("import:chooseEncoding")}
            </Link>
          </p>
        </div>
      )}
      <Names
        label={t("import:read")}
        names={read.map(({ field, names }) => `${labels[field]}: ${names.join(" + ")}`)}
      />
      {unreadNames.length > 0 && <Names label={t("import:ignored")} names={unreadNames} />}
      {unreadMore > 0 && <p className="text-quiet">{t("import:moreColumns", { count: unreadMore })}</p>}
      {above && <Names label={t("import:above")} names={[above]} />}
      {notes.map((note) => (
        <p key={note} className="text-quiet">
          {note}
        </p>
      ))}
      {tags && (
        <p className="wrap-anywhere text-quiet">
          {[
            t("import:tags", { column: tags }),
            ...(withoutGenre > 0 ? [t("import:withoutGenre", { count: withoutGenre })] : []),
          ].join(" ")}
        </p>
      )}
    </div>
  );
}

function Names({ label, names }: { label: string; names: string[] }) {
  return (
    <p className="wrap-anywhere text-quiet">
      <span>{`${label} `}</span>
      <bdi>{names.join(", ")}</bdi>
    </p>
  );
}
