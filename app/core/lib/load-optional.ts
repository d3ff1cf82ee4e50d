/** How many optional parts are loading. */
let loading = 0;

/**
 * Loads a part that its page can do without, or whose failure the page itself shows, because a reload would lose the
 * reader's input.
 * @throws the import's error
 */
export function loadOptional<Part>(load: () => Promise<Part>): Promise<Part> {
  loading++;
  return load().finally(() => loading--);
}

/** Whether an optional part is loading. */
export const loadsOptional = () => loading > 0;
