import { href, Link } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import type { FileFacts } from "./book-file.server.ts";
import type { Summary } from "./book-import-summary.server.ts";

const WARNING = "rounded-lg border-s-4 border-warning bg-warning-soft px-4 py-3 text-warning";

/** What is to be known of a file before anything is added: first what may be wrong, then what was read, and what was not. */
export function FileNotes({
  facts,
  summary: { sample, withoutGenre },
  asksAuthor,
}: {
  facts: FileFacts;
  summary: Summary;
  /** Whether no column holds authors, though one that is not read may. */
  asksAuthor: boolean;
}) {
  const { t } = useI18n();
  const { read, unread, unreadMore, above, encoding, tags } = facts;
  const labels = {
    title: t("book:fields.title"),
    author: t("book:fields.author"),
    genre: t("book:fields.genreId"),
    publisher: t("book:fields.publisher"),
  };
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
            <Link
              to={`${href("/manager/books/import")}?encoding=${encoding}`}
              className="underline underline-offset-4"
            >
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
