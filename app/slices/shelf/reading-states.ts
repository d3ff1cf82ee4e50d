/** A reader's progress with a book, in the order of the tabs. */
export const READING_STATES = ["reading", "wanted", "read"] as const;

export type ReadingState = (typeof READING_STATES)[number];

/** Whether a text is one of the states. */
export const isReadingState = (text: string | null): text is ReadingState =>
  READING_STATES.some((state) => state === text);

/** The ratings of a book, in stars. */
export const RATINGS = [1, 2, 3, 4, 5] as const;
