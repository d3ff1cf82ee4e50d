import type { ShouldRevalidateFunctionArgs } from "react-router";

/**
 * The `shouldRevalidate` of a page that edits a row. By default, the router reloads nothing after a refused form. But a
 * form refused because of other people's changes needs the current page: that the row was deleted, whether the reader
 * may restore it, and the names of the rows it refers to. The reader's input stays.
 */
export const revalidateAfterConflict = ({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) => actionStatus === 409 || actionStatus === 403 || defaultShouldRevalidate;
