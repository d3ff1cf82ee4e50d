/** Counts search results up to this number and shows "1,000+" beyond it: a count reads every row. */
export const MAX_RESULTS_COUNTED = 1000;
