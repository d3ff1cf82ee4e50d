import type { Database } from "#app/db/client.server.ts";
import { listGenres } from "#app/features/genre/genre.server.ts";
import type { Fate, JudgedRow } from "./book-import.server.ts";
import { ROWS_PER_STEP } from "./kept-import.server.ts";

/** How many rows with errors, and how many of the first rows, the page shows. */
const ERRORS_SHOWN = 50;
const ROWS_SHOWN = 10;

/** What a page says of the rows of a file. */
export interface Summary {
  counts: Record<Fate, number>;
  /** The step of the first row to add. */
  firstStep: number;
  refused: { number: number; errors: { field: string; message: string; value: string }[] }[];
  first: { number: number; title: string; author: string; genre: string; publisher: string; fate: Fate }[];
  /** The names of the genres, if a row names one that there is not. */
  genres: string[] | null;
}

/** Longer values are cut: they are there to be recognised. */
const cut = (value: string) => (value.length > 80 ? `${value.slice(0, 80)}…` : value);

/** Sums up what becomes of the rows of a file. */
export async function summaryOf(db: Database, judged: JudgedRow[]): Promise<Summary> {
  const counts = { new: 0, there: 0, repeated: 0, refused: 0 };
  for (const { fate } of judged) counts[fate] += 1;
  const refused = judged.filter(({ fate }) => fate === "refused").slice(0, ERRORS_SHOWN);
  const lacksGenre = refused.some(({ errors }) => errors.some(({ field }) => field === "genre"));
  return {
    counts,
    firstStep: Math.floor(
      Math.max(
        judged.findIndex(({ fate }) => fate === "new"),
        0,
      ) / ROWS_PER_STEP,
    ),
    refused: refused.map(({ row, errors }) => ({
      number: row.number,
      errors: errors.map((error) => ({ ...error, value: cut(row[error.field]) })),
    })),
    first: judged.slice(0, ROWS_SHOWN).map(({ row: { number, title, author, genre, publisher }, fate }) => ({
      number,
      title: cut(title),
      author: cut(author),
      genre: cut(genre),
      publisher: cut(publisher),
      fate,
    })),
    genres: lacksGenre ? (await listGenres(db)).map(({ name }) => name) : null,
  };
}
