import { Fragment } from "react";
import { href, Link } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";

/** A longer list would not help the reader. */
const MOST_NAMED = 30;

/** Lists the genres, or links to their page. */
export function GenreNames({ names }: { names: string[] }) {
  const { t } = useI18n();
  if (names.length === 0 || names.length > MOST_NAMED) {
    return (
      <>
        <span>{`${t("import:genresElsewhere")} `}</span>
        <Link to={href("/manager/genres")} className="text-accent underline underline-offset-4">
          {t("genre:list.title")}
        </Link>
      </>
    );
  }
  return (
    <>
      <span>{`${t("import:genres")} `}</span>
      {names.map((name, n) => (
        <Fragment key={name}>
          {n > 0 && <span>{" · "}</span>}
          <bdi>{name}</bdi>
        </Fragment>
      ))}
    </>
  );
}
