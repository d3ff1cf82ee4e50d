/**
 * The fields of the form around selected books, in addition to those that every such form has
 * (lists/selection/selected-rows).
 */
export const SELECTION_FIELDS = ["genreId"] as const;
