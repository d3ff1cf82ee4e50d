/** The drawing of the logo in a 32 by 32 square, for pages (logo.tsx) and icons (`npm run icons`). */
export const LOGO = {
  /** The corner radius of the background. */
  radius: 8,
  /** A sheet with a torn edge. */
  sheet: "M9 7h11.5l-.6 2 1.4 1.8-1.6 2.1 1.1 2.2-1.5 2 1.3 2.2-1.4 2.1.8 1.9-1 1.7H9z",
  /** The lines written on the sheet. */
  lines: "M11.5 11.5h5M11.5 15h5M11.5 18.5h3.5",
  lineWidth: 1.4,
};
