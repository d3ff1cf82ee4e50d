/**
 * The background of pages and of the browser's bars, as #rrggbb in the light and in the dark theme. It has a file of
 * its own because it is all that the script of every page needs of the palette (app/palette.ts).
 */
export const PAPER = { light: "#f8f3ea", dark: "#181316" } as const;
