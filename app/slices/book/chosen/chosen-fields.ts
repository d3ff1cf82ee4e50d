/** The fields of the form over chosen books, beside those that every such form has (lists/chosen). */
export const CHOSEN_FIELDS = ["genreId"] as const;
