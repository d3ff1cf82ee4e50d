import { useEffect, useRef } from "react";
import { useSubmit } from "react-router";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { Button } from "#app/ui/button.tsx";

/** The choice of a genre in the search form for books. It applies at once; without script, with the button. */
export function GenreFilter({
  genres,
  chosen,
}: {
  genres: { id: string; name: string }[];
  /** The id of the chosen genre; "" for all. */
  chosen: string;
}) {
  const { t } = useI18n();
  const submit = useSubmit();
  const select = useRef<HTMLSelectElement>(null);

  // Back, Forward and "Show all" change the genre but not the field.
  useEffect(() => {
    if (select.current) select.current.value = chosen;
  }, [chosen]);

  return (
    <>
      <select
        ref={select}
        name="genre"
        aria-label={t("book:fields.genreId")}
        defaultValue={chosen}
        onChange={(event) => submit(event.currentTarget.form)}
        className="min-h-12 min-w-0 flex-1 rounded-lg border border-edge bg-sheet px-3 py-2 sm:max-w-56"
      >
        <option value="">{t("book:list.allGenres")}</option>
        {genres.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <Button type="submit" variant="secondary">
        {t("search")}
      </Button>
    </>
  );
}
