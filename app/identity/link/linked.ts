/** What a link shows. */
export interface Linked<Row> {
  /** Who shares it; null if they have given no name. */
  by: string | null;
  row: Row;
}
