import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { FilterSelect } from "#app/core/lists/search/search-form.tsx";

/** The genre filter in the search form for books. */
export function GenreFilter({
  genres,
  selected,
}: {
  genres: { id: string; name: string }[];
  /** The id of the selected genre; "" for all. */
  selected: string;
}) {
  const { t } = useI18n();
  return (
    <FilterSelect
      name="genre"
      label={t("book:fields.genreId")}
      all={t("book:list.allGenres")}
      options={genres.map(({ id, name }) => ({ value: id, label: name }))}
      selected={selected}
    />
  );
}
