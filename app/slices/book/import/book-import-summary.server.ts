import type { Database } from "#app/core/db/client.server.ts";
import { listGenres } from "#app/slices/genre/genre.server.ts";
import type { CheckedRow, Fate } from "./book-import.server.ts";

/** How many rows the page shows: left-out rows for each reason, and the first rows of the file. */
const LEFT_OUT_SHOWN = 50;
const ROWS_SHOWN = 10;

/** Why a row is left out. */
export type LeftOut = Exclude<Fate, "new">;

/** A row for the page. */
export interface ShownRow {
  number: number;
  title: string;
  /** The other values of the row. */
  details: string[];
  fate: Fate;
  /** The number of the earlier row that this row repeats. */
  repeats?: number;
  errors: { field: string; message: string; value: string }[];
}

/** The summary of a file's rows, for a page. */
export interface Summary {
  counts: Record<Fate, number>;
  /** How many rows have tags of which none names an existing genre. */
  withoutGenre: number;
  leftOut: Record<LeftOut, ShownRow[]>;
  first: ShownRow[];
  /** A title from which the reader can tell whether the encoding is right; null if no title shows it. */
  sample: string | null;
  /** The names of all genres, if a row names one that does not exist. */
  genres: string[] | null;
}

/** Truncates long values, because they only need to be recognised. */
const cut = (value: string) => (value.length > 80 ? `${value.slice(0, 80)}…` : value);

/** A row of a file of any kind, and its outcome. */
interface Judged {
  row: { number: number; title: string; author: string; beyond: string[] };
  fate: Fate;
  repeats?: number;
  errors: { field: string; message: string; value: string }[];
}

/**
 * Sums up the outcomes of the rows in a file of any kind.
 * @param detailsOf the values of a row to show next to its title
 */
export function sumUp<One extends Judged>(
  judged: One[],
  detailsOf: (one: One) => string[],
): Omit<Summary, "withoutGenre" | "genres"> {
  const shown = (one: One): ShownRow => ({
    number: one.row.number,
    title: cut(one.row.title),
    details: detailsOf(one).map(cut),
    fate: one.fate,
    ...(one.repeats !== undefined && { repeats: one.repeats }),
    errors: one.errors.map(({ field, message, value }) => ({ field, message, value: cut(value) })),
  });
  const counts = { new: 0, there: 0, repeated: 0, refused: 0 };
  for (const { fate } of judged) counts[fate] += 1;
  const of = (fate: LeftOut) =>
    judged
      .filter((one) => one.fate === fate)
      .slice(0, LEFT_OUT_SHOWN)
      .map(shown);
  const sample = judged.find(({ row: { title, author } }) => /\P{ASCII}/u.test(title + author))?.row;
  return {
    counts,
    leftOut: { refused: of("refused"), repeated: of("repeated"), there: of("there") },
    first: judged.slice(0, ROWS_SHOWN).map(shown),
    sample: sample ? cut([sample.title, sample.author].filter(Boolean).join(" · ")) : null,
  };
}

/** Sums up the outcomes of the rows of a file of books. */
export async function summaryOf(db: Database, judged: CheckedRow[]): Promise<Summary> {
  const summary = sumUp(judged, ({ row: { author, genre, publisher, tags = [] } }) => [
    author,
    genre || tags.join(", "),
    publisher,
  ]);
  const lacksGenre = summary.leftOut.refused.some(({ errors }) =>
    errors.some(({ field }) => field === "genre"),
  );
  return {
    ...summary,
    withoutGenre: judged.filter(({ row, book }) => row.tags?.length && book?.genreId === null).length,
    genres: lacksGenre ? (await listGenres(db)).map(({ name }) => name) : null,
  };
}
