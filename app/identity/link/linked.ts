/** The data behind a link. */
export interface Linked<Row> {
  /** The name of the user who shares the row; null if they have given none. */
  by: string | null;
  row: Row;
}
