import { type ReactNode, useEffect, useState } from "react";
import { Form, useFetcher, useLocation, useNavigate } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { ALL_RESULTS, CHOSEN, MAX_CHOSEN } from "#app/core/lists/chosen.ts";
import { SelectAllResults } from "#app/core/lists/select-all-results.tsx";
import { CHOSEN_FORM, Selectable } from "#app/core/lists/selection.tsx";
import { Button, SubmitButton } from "#app/core/ui/button.tsx";
import { showToast } from "#app/core/ui/toast-store.ts";
import { GenreSelect } from "#app/slices/book/genre-select.tsx";
import { DeleteQuestion, GenreQuestion } from "./chosen-books-question.tsx";

type Genres = { id: string; name: string }[];

/** What is asked about some books, as in the URL. */
export interface Asked {
  what: "delete" | "genre";
  ids: string[];
  /** How many results there were, if it is about all of them; otherwise null or absent. */
  all?: number | null;
  /** The genre that was chosen before; "" or absent if none was. */
  genreId?: string;
}

/**
 * The manager's list of books, with what can be done with those that are chosen. Without script, a question is a state of the URL; with
 * script, the list stays as it is behind it.
 */
export function ChosenBooks({
  here,
  genres,
  allGenres,
  mayDelete,
  mayUpdate,
  asked,
  results,
  children,
}: {
  /** The URL of the list, with nothing chosen. */
  here: string;
  /** The genres to give them; none if there are too many for the bar. */
  genres: Genres;
  /** All of them, if the URL asks which one; otherwise null. */
  allGenres: Genres | null;
  mayDelete: boolean;
  mayUpdate: boolean;
  /** What the URL asks; null if it doesn't. */
  asked: Asked | null;
  /** How many results can be meant at once; null if that is not offered. */
  results: number | null;
  /** The list, with boxes. */
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
    all,
    here: asking === null && asked !== null ? withChosen(here, asked.ids) : here,
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
        // That question is a state of the URL: it is about rows that are not here.
        if (form.has(ALL_RESULTS)) return;
        event.preventDefault();
        const ids = form.getAll(CHOSEN).map(String);
        if (ids.length > MAX_CHOSEN) return showToast("error", t("selection:tooMany", { limit: MAX_CHOSEN }));
        setAsking({ what, ids });
        if (what === "genre") choices.read(ids);
      }}
    >
      {`${label}…`}
    </Button>
  );
  const form = (
    <Form
      method="post"
      action={here}
      preventScrollReset
      id={CHOSEN_FORM}
      className="flex flex-wrap items-center gap-3"
    >
      {results && <SelectAllResults count={results} />}
      {[...list].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {mayUpdate && genres.length === 0 && ask("genre", t("book:chosen.setGenre"))}
      {mayUpdate && genres.length > 0 && (
        <>
          <GenreSelect genres={genres} />
          <SubmitButton variant="secondary" intent="set-genre">
            {t("book:chosen.setGenre")}
          </SubmitButton>
        </>
      )}
      {mayDelete && ask("delete", t("delete"))}
    </Form>
  );
  const known = allGenres ?? choices.genres;
  const isAsked = ids.length > 0 || all;
  return (
    <>
      {/* Before the list: a dialog that closes when the list is gone already makes the browser scroll to the top. */}
      {isAsked && what === "delete" && mayDelete && <DeleteQuestion key={search} {...question} />}
      {isAsked && what === "genre" && mayUpdate && known && (
        <GenreQuestion key={search} {...question} genres={known} genreId={genreId} />
      )}
      <Selectable bar={form} clearTo={here}>
        {children}
      </Selectable>
    </>
  );
}

/**
 * Reads all genres beside the list. If they can't be read, the question becomes a state of the URL, whose page says what is wrong.
 * @param here the URL of the list
 */
function useAllGenres(here: string): { genres: Genres | null; read: (ids: string[]) => void } {
  const fetcher = useFetcher<{ allGenres: Genres | null }>();
  const navigate = useNavigate();
  const [readFor, setReadFor] = useState<string[] | null>(null);
  const isMissing = readFor !== null && !fetcher.data;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the answer is missing
  useEffect(() => {
    if (isMissing) navigate(withParameter(withChosen(here, readFor), "confirm", "genre"));
  }, [isMissing]);
  const read = async (ids: string[]) => {
    await fetcher.load(withParameter(here, "confirm", "genre"));
    setReadFor(ids);
  };
  return { genres: fetcher.data?.allGenres ?? null, read };
}

/** The URL of the list in which some rows are chosen. */
const withChosen = (here: string, ids: string[]) =>
  ids.reduce((url, id) => withParameter(url, CHOSEN, id), here);

const withParameter = (url: string, name: string, value: string) =>
  `${url}${url.includes("?") ? "&" : "?"}${new URLSearchParams({ [name]: value })}`;
