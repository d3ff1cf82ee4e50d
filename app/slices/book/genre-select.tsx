import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { NO_GENRE } from "./no-genre.ts";

/**
 * The select field with which the selected books get a genre, or none. @param selected the initial value; "" for none
 * yet
 */
export function GenreSelect({
  genres,
  selected = "",
}: {
  genres: { id: string; name: string }[];
  selected?: string;
}) {
  const { t } = useI18n();
  return (
    <select
      name="genreId"
      aria-label={t("book:fields.genreId")}
      required
      // The browser's own message would be in the browser's language, not in the page's.
      onInvalid={({ currentTarget }) => currentTarget.setCustomValidity(t("book:list.chooseGenre"))}
      onChange={({ currentTarget }) => currentTarget.setCustomValidity("")}
      defaultValue={selected}
      className="min-h-11 min-w-0 rounded-lg border border-edge bg-sheet ps-3 pe-8 py-2"
    >
      <option value="">{t("book:list.chooseGenre")}</option>
      {genres.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
      <option value={NO_GENRE}>{t("book:noGenre")}</option>
    </select>
  );
}
