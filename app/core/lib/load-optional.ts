/** How many optional parts are being loaded. */
let loading = 0;

/**
 * Loads a part that its page can do without, or whose failure the page shows itself: reloading would lose what was typed.
 * @throws what the import throws
 */
export function loadOptional<Part>(load: () => Promise<Part>): Promise<Part> {
  loading++;
  return load().finally(() => loading--);
}

/** Whether an optional part is being loaded. */
export const loadsOptional = () => loading > 0;
