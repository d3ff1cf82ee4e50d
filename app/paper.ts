/**
 * The background of pages and of the browser's bars, as #rrggbb in the light and in the dark theme. It is in its own
 * file because the script of every page needs nothing else of the palette (app/palette.ts).
 */
export const PAPER = { light: "#f8f3ea", dark: "#181316" } as const;
