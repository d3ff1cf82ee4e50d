import { href, Link } from "react-router";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { FilterSelect } from "#app/lists/filter-select.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";

/** The choice of a genre in the search form for books. */
export function GenreFilter({
  genres,
  chosen,
}: {
  genres: { id: string; name: string }[];
  /** The id of the chosen genre; "" for all. */
  chosen: string;
}) {
  const { t } = useI18n();
  return (
    <>
      <FilterSelect
        name="genre"
        label={t("book:fields.genreId")}
        all={t("book:list.allGenres")}
        options={genres.map(({ id, name }) => ({ value: id, label: name }))}
        chosen={chosen}
      />
      <Button type="submit" variant="secondary">
        {t("search")}
      </Button>
    </>
  );
}

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
    </p>
  );
}
