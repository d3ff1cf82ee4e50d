/** How many optional parts are loading. */
let loading = 0;

/**
 * Loads a part that the page can do without, or whose failure the page itself shows. A failure does not
 * reload the page, because the reader's input would be lost.
 * @throws the import's error
 */
export function loadOptional<Part>(load: () => Promise<Part>): Promise<Part> {
  loading++;
  return load().finally(() => loading--);
}

/** Whether an optional part is loading. */
export const loadsOptional = () => loading > 0;
