/** The data behind a link. */
export interface Linked<Row> {
  /** The name of the user who shares it; null if they have given none. */
  by: string | null;
  row: Row;
}
