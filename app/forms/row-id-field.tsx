/**
 * Sends the id of what a form is to make (forms/row-id). The id was drawn for the page: after a refused form it is the same,
 * and after a form that was sent twice, too.
 */
export function RowIdField({ id }: { id: string | undefined }) {
  return id === undefined ? null : <input type="hidden" name="id" value={id} />;
}
