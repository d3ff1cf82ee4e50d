/**
 * Sends the id of the row that the form will create (forms/row-id). The id belongs to the page, so it stays the same
 * after the form is refused, and when it is sent twice.
 */
export function RowIdField({ id }: { id: string | undefined }) {
  return id === undefined ? null : <input type="hidden" name="id" value={id} />;
}
