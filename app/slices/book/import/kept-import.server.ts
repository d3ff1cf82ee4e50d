import * as z from "zod";
import type { KeyValueStore } from "#app/core/db/key-value.server.ts";
import type { FileFacts } from "./file-lines.server.ts";

// The rows of a file, from the preview until all of them are added (docs/decisions/0042). They stay as they were read, and
// what has become of them is asked of the database each time: so KV, which may be late, holds nothing that must be exact.

/** How many rows are kept together, and how many a request adds. */
export const ROWS_PER_STEP = 2000;

/** How long they are kept: an hour, in seconds. */
const KEPT_FOR = 60 * 60;

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
        kv.put(key(id, part), JSON.stringify(value), { expirationTtl: KEPT_FOR });
      const parts = Array.from({ length: Math.ceil(rows.length / ROWS_PER_STEP) }, (_, n) =>
        put(n, rows.slice(n * ROWS_PER_STEP, (n + 1) * ROWS_PER_STEP)),
      );
      await Promise.all(parts);
      // Last, so that what is found is whole.
      await put("about", { ...about, rows: rows.length } satisfies KeptImport);
      return id;
    },

    /** What is kept of an import; null if nothing is. */
    find: (id: string) => read<KeptImport>(id, "about"),

    /** The rows of one step, from 0; null if they are not kept. */
    rowsOfStep: (id: string, step: number) => read<Row[]>(id, step),

    /** All rows; null if they are not kept. */
    async allRows(id: string, { rows }: KeptImport): Promise<Row[] | null> {
      const steps = Array.from({ length: Math.ceil(rows / ROWS_PER_STEP) }, (_, n) => read<Row[]>(id, n));
      const parts = (await Promise.all(steps)).filter((part) => part !== null);
      return parts.length === steps.length ? parts.flat() : null;
    },
  };
}
