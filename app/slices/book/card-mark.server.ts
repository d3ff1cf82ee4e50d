import type { SQL } from "drizzle-orm";
import { createContext } from "react-router";

/**
 * Makes an SQL expression that says of a row of `books` whether its card is marked for the user who reads the
 * list. The query of the readers' list includes the expression. Another slice sets it in the middleware of a
 * layout around the list. If no slice does, nothing is read.
 * @param ownerId the id of the user who reads the list, or a query for it
 */
export const cardMarkContext = createContext<((ownerId: string | SQL) => SQL) | null>(null);
