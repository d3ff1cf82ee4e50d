import type { SQL } from "drizzle-orm";
import { createContext } from "react-router";

/**
 * Marks books of the readers' list for their reader: an SQL expression over a row of `books`, which becomes part of the
 * list's own query. Another slice sets it in the middleware of a layout around the list. If no slice does, nothing is
 * read.
 * @param ownerId the reader's id, or a query for it
 */
export const cardMarkContext = createContext<((ownerId: string | SQL) => SQL) | null>(null);
