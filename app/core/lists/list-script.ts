/**
 * Adds behaviour to a table of rows, once it is shown.
 * @param edit edits a row of the table, by its place
 * @param signal stops it
 */
export type ListScript = (table: HTMLElement, edit: (row: number) => void, signal: AbortSignal) => void;
