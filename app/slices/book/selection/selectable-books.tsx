import { type ReactNode, useEffect, useState } from "react";
import { Form, useFetcher, useLocation, useNavigate } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { SelectAllResults } from "#app/core/lists/selection/select-all-results.tsx";
import type { AskedResults } from "#app/core/lists/selection/selected-rows.server.ts";
import { ALL_RESULTS, MAX_SELECTED, SELECTED } from "#app/core/lists/selection/selected-rows.ts";
import { SELECTION_FORM, Selectable } from "#app/core/lists/selection/selection.tsx";
import { Button, SubmitButton } from "#app/core/ui/button.tsx";
import { showToast } from "#app/core/ui/toast/toast-store.ts";
import { GenreSelect } from "#app/slices/book/genre-select.tsx";
import { DeleteQuestion, GenreQuestion } from "./selected-books-question.tsx";

type Genres = { id: string; name: string }[];

/** The confirmation that the URL asks for, about some books. */
export interface Asked {
  what: "delete" | "genre";
  ids: string[];
  /** All results of the list, if the action is about all of them; otherwise null or absent. */
  all?: AskedResults | null;
  /** The genre already selected; "" or absent without one. */
  genreId?: string;
}

/**
 * The manager's list of books, with the actions on the selected ones. Without script, the URL opens a
 * confirmation dialog. With script, the dialog opens over the list without a page load.
 */
export function SelectableBooks({
  here,
  genres,
  allGenres,
  mayDelete,
  mayUpdate,
  asked,
  results,
  children,
}: {
  /** The URL of the list, with nothing selected. */
  here: string;
  /** The genres to select from; empty if there are too many for the bar. */
  genres: Genres;
  /** All genres, if the URL asks to select one; otherwise null. */
  allGenres: Genres | null;
  mayDelete: boolean;
  mayUpdate: boolean;
  /** The confirmation that the URL asks for; null if it asks for none. */
  asked: Asked | null;
  /** The number of results, if all of them can be selected; otherwise null. */
  results: number | null;
  /** The list, with check boxes. */
  children: ReactNode;
}) {
  const { t } = useI18n();
  const { search } = useLocation();
  const [asking, setAsking] = useState<Asked | null>(null);
  const choices = useAllGenres(here);
  const { what, ids, all, genreId } = asking ?? asked ?? { what: null, ids: [] };
  const list = new URLSearchParams(here.split("?")[1]);
  const question = {
    ids,
    count: all?.count ?? ids.length,
    mark: all?.mark,
    here: asking === null && asked !== null ? withSelected(here, asked.ids) : here,
    onCancel: asking === null ? null : () => setAsking(null),
  };
  const ask = (what: Asked["what"], label: string) => (
    <Button
      type="submit"
      formMethod="get"
      formNoValidate
      name="confirm"
      value={what}
      variant="secondary"
      onClick={(event) => {
        const form = new FormData(event.currentTarget.form ?? undefined);
        // An action on all results concerns rows that are not on this page, so the server asks for
        // confirmation.
        if (form.has(ALL_RESULTS)) return;
        event.preventDefault();
        const ids = form.getAll(SELECTED).map(String);
        if (ids.length > MAX_SELECTED)
          return showToast("error", t("selection:tooMany", { limit: MAX_SELECTED }));
        setAsking({ what, ids });
        if (what === "genre") choices.read(ids);
      }}
    >
      {`${label}…`}
    </Button>
  );
  const setGenre = t("book:selected.setGenre");
  const form = (
    <Form
      method="post"
      action={here}
      preventScrollReset
      id={SELECTION_FORM}
      className="flex min-w-0 flex-wrap items-center gap-3"
    >
      {results && <SelectAllResults count={results} />}
      {[...list].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {mayUpdate &&
        (genres.length === 0 ? (
          ask("genre", setGenre)
        ) : (
          <>
            <GenreSelect genres={genres} />
            <SubmitButton variant="secondary" intent="set-genre">
              {setGenre}
            </SubmitButton>
          </>
        ))}
      {mayDelete && ask("delete", t("delete"))}
    </Form>
  );
  const isAsking = question.count > 0;
  const known = allGenres ?? choices.genres;
  return (
    <>
      {/* The dialog comes first. If the list is removed before the dialog closes, the page scrolls up. */}
      {isAsking && what === "delete" && mayDelete && <DeleteQuestion key={search} {...question} />}
      {isAsking && what === "genre" && mayUpdate && known && (
        <GenreQuestion key={search} {...question} genres={known} genreId={genreId} />
      )}
      <Selectable bar={form} clearTo={here}>
        {children}
      </Selectable>
    </>
  );
}

/**
 * Reads all genres while the list stays open. If that fails, opens the URL that asks for the genre: that page
 * shows the error.
 * @param here the URL of the list
 */
function useAllGenres(here: string): { genres: Genres | null; read: (ids: string[]) => void } {
  const fetcher = useFetcher<{ allGenres: Genres | null }>();
  const navigate = useNavigate();
  const [readFor, setReadFor] = useState<string[] | null>(null);
  const isMissing = readFor !== null && !fetcher.data;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the genres are missing
  useEffect(() => {
    if (isMissing) navigate(withParameter(withSelected(here, readFor), "confirm", "genre"));
  }, [isMissing]);
  const read = async (ids: string[]) => {
    await fetcher.load(withParameter(here, "confirm", "genre"));
    setReadFor(ids);
  };
  return { genres: fetcher.data?.allGenres ?? null, read };
}

/** The URL of the list with some rows selected. */
const withSelected = (here: string, ids: string[]) =>
  ids.reduce((url, id) => withParameter(url, SELECTED, id), here);

const withParameter = (url: string, name: string, value: string) =>
  `${url}${url.includes("?") ? "&" : "?"}${new URLSearchParams({ [name]: value })}`;
