import * as z from "zod";
import type { KeyValueStore } from "#app/core/db/key-value.server.ts";
import type { FileFacts } from "./file-lines.server.ts";
import type { Outcome } from "./import-outcome.ts";

// Stores the rows of a file from the preview until all of them are added (docs/decisions/0042). KV may lag, so nothing
// in it changes. The rows stay as they were read, and each request decides their outcome from the database.

/** How many rows share a KV entry. */
const ROWS_TOGETHER = 2000;

/** How many rows one request adds. If there are more, a job adds them. */
export const ROWS_A_REQUEST = 1000;

/** How long the rows are stored, in seconds: an hour, or a day if a job may have to be retried. */
const keptFor = (rows: number) => (rows > ROWS_A_REQUEST ? 24 : 1) * 60 * 60;

/** A stored import, without its rows. */
export interface KeptImport extends FileFacts {
  fileName: string;
  /** The number of rows. */
  rows: number;
}

/**
 * Whether no column is read as authors, though an unread one may contain them. A book is identified by title and
 * author, so importing the corrected file would add each book a second time.
 */
export const lacksAuthor = ({ read, unread }: FileFacts) =>
  unread.length > 0 && !read.some(({ field }) => field === "author");

/**
 * The stored imports of a user. Each key contains the user's id, so no user can find the imports of another.
 * @param kind the beginning of each key
 */
export function importsOf<Row>(kv: KeyValueStore, userId: string, kind: "book-import" | "shelf-import") {
  const key = (id: string, part: string | number) => `${kind}:${userId}:${id}:${part}`;
  const read = <T>(id: string, part: string | number) =>
    z.uuid().safeParse(id).success ? kv.getJson<T>(key(id, part)) : Promise.resolve(null);
  return {
    /** Stores the rows of a file. @returns the id of the import */
    async keep(rows: Row[], about: Omit<KeptImport, "rows">): Promise<string> {
      const id = crypto.randomUUID();
      const put = (part: string | number, value: unknown) =>
        kv.put(key(id, part), JSON.stringify(value), { expirationTtl: keptFor(rows.length) });
      const parts = Array.from({ length: Math.ceil(rows.length / ROWS_TOGETHER) }, (_, n) =>
        put(n, rows.slice(n * ROWS_TOGETHER, (n + 1) * ROWS_TOGETHER)),
      );
      await Promise.all(parts);
      // Written last, so that an import that can be found is complete.
      await put("about", { ...about, rows: rows.length } satisfies KeptImport);
      return id;
    },

    /** Finds a stored import; null if there is none. */
    find: (id: string) => read<KeptImport>(id, "about"),

    /**
     * `most` rows, or fewer at the end, from the row with the index `first`, a multiple of `most`. Null if
     * they are no longer stored.
     * @param most a divisor of ROWS_TOGETHER
     */
    async someRows(id: string, first: number, most: number): Promise<Row[] | null> {
      const part = await read<Row[]>(id, Math.floor(first / ROWS_TOGETHER));
      return part?.slice(first % ROWS_TOGETHER, (first % ROWS_TOGETHER) + most) ?? null;
    },

    /** Stores the result of an import, for the page that waits for it. */
    end: (id: string, outcome: Outcome) =>
      kv.put(key(id, "outcome"), JSON.stringify(outcome), { expirationTtl: keptFor(0) }),

    /** The result of an import; null if it has not ended, or if KV lags. */
    outcome: (id: string) => read<Outcome>(id, "outcome"),

    /** All rows; null if they are no longer stored. */
    async allRows(id: string, { rows }: KeptImport): Promise<Row[] | null> {
      const steps = Array.from({ length: Math.ceil(rows / ROWS_TOGETHER) }, (_, n) => read<Row[]>(id, n));
      const parts = (await Promise.all(steps)).filter((part) => part !== null);
      return parts.length === steps.length ? parts.flat() : null;
    },
  };
}
