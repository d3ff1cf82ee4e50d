import { href, Link } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { NO_GENRE } from "./no-genre.ts";

/**
 * Replaces the genre filter if there are too many genres: links to the list of all genres, and to the books without
 * one.
 */
export function GenreOfMany({
  selected,
}: {
  /** The id of the selected genre; "" for all. */
  selected: string;
}) {
  const { t } = useI18n();
  const link = "py-2 text-accent underline underline-offset-4";
  return (
    <>
      {selected && <input type="hidden" name="genre" value={selected} />}
      <Link to={href("/manager/genres")} className={link}>
        {t("book:list.chooseGenre")}
      </Link>
      <Link to={`${href("/manager/books")}?genre=${NO_GENRE}`} className={link}>
        {t("book:noGenre")}
      </Link>
    </>
  );
}
