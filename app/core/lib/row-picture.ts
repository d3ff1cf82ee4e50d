import type { SQL } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";

/**
 * Finds the picture that a slice gives to another slice's row, such as the logo of an organisation, in one query.
 * @param id the row's id, or a query for it
 * @returns null if it has none
 */
export type FindRowPicture = (
  context: Readonly<RouterContextProvider>,
  id: string | SQL,
) => Promise<{ large: string } | null>;
