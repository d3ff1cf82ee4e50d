import type { ShouldRevalidateFunctionArgs } from "react-router";

/**
 * The `shouldRevalidate` of a page that edits a row. The router loads nothing anew after a refused form, but a form that was
 * refused because of what others have done meanwhile needs the page as it is now: that the row was deleted, whether the reader may
 * restore it, and the names of what it refers to. What was typed stays.
 */
export const revalidateAfterConflict = ({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) => actionStatus === 409 || actionStatus === 403 || defaultShouldRevalidate;
