/**
 * Adds behaviour to a table of rows, once it is shown.
 * @param edit opens the form that edits a row of the table, by the row's position
 * @param signal removes the behaviour again
 */
export type ListScript = (table: HTMLElement, edit: (row: number) => void, signal: AbortSignal) => void;
