/** Search results are counted up to this number, and shown as "1,000+" beyond it, because a count reads every row. */
export const MAX_RESULTS_COUNTED = 1000;
