import * as z from "zod";
import type { KeyValueStore } from "#app/core/db/key-value.server.ts";
import type { FileFacts } from "./file-lines.server.ts";
import type { Outcome } from "./import-outcome.ts";

// The rows of a file, from the preview until all of them are added (docs/decisions/0042). They stay as they were read, and
// what has become of them is asked of the database each time: so KV, which may be late, holds nothing that must be exact.

/** How many rows are kept together. */
const ROWS_TOGETHER = 2000;

/** How many rows a request adds. More are a job. */
export const ROWS_A_REQUEST = 1000;

/** How long they are kept, in seconds: an hour; a day where a job may have to be tried again. */
const keptFor = (rows: number) => (rows > ROWS_A_REQUEST ? 24 : 1) * 60 * 60;

/** What is kept of an import beside its rows. */
export interface KeptImport extends FileFacts {
  fileName: string;
  /** How many rows there are. */
  rows: number;
}

/**
 * Whether a file has columns that are not read, but none that holds authors: one of them may. A book is told from others by its title
 * and author, so a corrected file would add each book again.
 */
export const lacksAuthor = ({ read, unread }: FileFacts) =>
  unread.length > 0 && !read.some(({ field }) => field === "author");

/**
 * The imports of a user. Nobody else's can be found: the user is a part of each key.
 * @param kind of what they are: the beginning of each key
 */
export function importsOf<Row>(kv: KeyValueStore, userId: string, kind: "book-import" | "shelf-import") {
  const key = (id: string, part: string | number) => `${kind}:${userId}:${id}:${part}`;
  const read = <T>(id: string, part: string | number) =>
    z.uuid().safeParse(id).success ? kv.getJson<T>(key(id, part)) : Promise.resolve(null);
  return {
    /** Keeps the rows of a file. @returns the id of the import */
    async keep(rows: Row[], about: Omit<KeptImport, "rows">): Promise<string> {
      const id = crypto.randomUUID();
      const put = (part: string | number, value: unknown) =>
        kv.put(key(id, part), JSON.stringify(value), { expirationTtl: keptFor(rows.length) });
      const parts = Array.from({ length: Math.ceil(rows.length / ROWS_TOGETHER) }, (_, n) =>
        put(n, rows.slice(n * ROWS_TOGETHER, (n + 1) * ROWS_TOGETHER)),
      );
      await Promise.all(parts);
      // Last, so that what is found is whole.
      await put("about", { ...about, rows: rows.length } satisfies KeptImport);
      return id;
    },

    /** What is kept of an import; null if nothing is. */
    find: (id: string) => read<KeptImport>(id, "about"),

    /** Some rows, of which the first is at a multiple of `most`; null if they are not kept. @param most divides ROWS_TOGETHER */
    async someRows(id: string, first: number, most: number): Promise<Row[] | null> {
      const part = await read<Row[]>(id, Math.floor(first / ROWS_TOGETHER));
      return part?.slice(first % ROWS_TOGETHER, (first % ROWS_TOGETHER) + most) ?? null;
    },

    /** Keeps what an import has come to, for the page that has been waiting for it. */
    end: (id: string, outcome: Outcome) =>
      kv.put(key(id, "outcome"), JSON.stringify(outcome), { expirationTtl: keptFor(0) }),

    /** What an import has come to; null if it has not ended, or KV does not know it yet. */
    outcome: (id: string) => read<Outcome>(id, "outcome"),

    /** All rows; null if they are not kept. */
    async allRows(id: string, { rows }: KeptImport): Promise<Row[] | null> {
      const steps = Array.from({ length: Math.ceil(rows / ROWS_TOGETHER) }, (_, n) => read<Row[]>(id, n));
      const parts = (await Promise.all(steps)).filter((part) => part !== null);
      return parts.length === steps.length ? parts.flat() : null;
    },
  };
}
