import { href, Link } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { Badge } from "#app/core/ui/badge.tsx";
import { NO_GENRE } from "./no-genre.ts";

/** In place of the choice where there are too many genres for one: the chosen genre, and a link to the list of all. */
export function GenreOfMany({ genre }: { genre: { id: string; name: string } | null }) {
  const { t } = useI18n();
  return (
    <p className="flex min-h-12 flex-wrap items-center gap-3">
      {genre && (
        <>
          <input type="hidden" name="genre" value={genre.id} />
          <span className="text-quiet">{t("book:fields.genreId")}</span>
          <Badge tone="accent">
            <bdi>{genre.name}</bdi>
          </Badge>
          <Link to={href("/manager/books")} className="py-2 text-accent underline underline-offset-4">
            {t("book:list.clearFilter")}
          </Link>
        </>
      )}
      <Link to={href("/manager/genres")} className="py-2 text-accent underline underline-offset-4">
        {t("book:list.chooseGenre")}
      </Link>
      {genre?.id !== NO_GENRE && (
        <Link
          to={`${href("/manager/books")}?${new URLSearchParams({ genre: NO_GENRE })}`}
          className="py-2 text-accent underline underline-offset-4"
        >
          {t("book:noGenre")}
        </Link>
      )}
    </p>
  );
}
