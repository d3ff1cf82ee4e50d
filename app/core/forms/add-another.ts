import type { ParsedForm } from "./form.server.ts";

/** The name of the button that creates a row and then shows an empty form for another one. */
export const ANOTHER = "another";

/** The search parameter of a form for another row: the id of the one before. */
const AFTER = "after";

/** Whether the reader goes on to create another row. */
export const wantsAnother = ({ submission }: Pick<ParsedForm<unknown>, "submission">): boolean =>
  ANOTHER in submission.payload;

/**
 * The path of an empty form for another row.
 * @param path of the form
 * @param id of the row that was created
 */
export const formForAnother = (path: string, id: string) => `${path}?${new URLSearchParams({ [AFTER]: id })}`;

/** The key of the form on such a page: a new one empties it, and what else happens on the page does not. */
export const formKey = (search: string) => new URLSearchParams(search).get(AFTER) ?? "first";
