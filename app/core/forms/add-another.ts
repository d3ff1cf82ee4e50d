import type { ParsedForm } from "./form.server.ts";

/** The name of the button that creates a row and then shows an empty form for another one. */
export const ANOTHER = "another";

/** The search parameter of a form for another row. Its value is the previous row's id. */
const AFTER = "after";

/** Whether the reader wants to create another row. */
export const wantsAnother = ({ submission }: Pick<ParsedForm<unknown>, "submission">): boolean =>
  ANOTHER in submission.payload;

/**
 * The path of an empty form for another row.
 * @param path the form's path
 * @param id the id of the row that was just created
 */
export const formForAnother = (path: string, id: string) => `${path}?${new URLSearchParams({ [AFTER]: id })}`;

/**
 * The React key of the form for another row. Without a new key, the form would keep the previous row's input.
 */
export const formKey = (search: string) => new URLSearchParams(search).get(AFTER) ?? "first";
