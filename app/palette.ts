/** A colour in the light theme and in the dark one, as #rrggbb. */
interface Shades {
  light: string;
  dark: string;
}

/**
 * Every colour of the interface, by its role. Pages, mails, book covers, the manifest, the browser's own bars and the icons
 * take theirs from here: docs/recipes/change-the-colours.md. A name is also a class name: `bg-accent-soft`.
 */
export const PALETTE = {
  /** The ground of a page, and of the browser's bars. */
  paper: { light: "#f8f3ea", dark: "#181316" },
  /** The ground of a card or a dialog. */
  sheet: { light: "#fffdf8", dark: "#221b1f" },
  sunken: { light: "#f0e8db", dark: "#120e10" },
  /** Separates; says nothing. */
  line: { light: "#e2d7c6", dark: "#40343a" },
  /** Around what can be used: 3:1 against its ground (WCAG 1.4.11). */
  edge: { light: "#8f8178", dark: "#8b7b80" },
  ink: { light: "#2a2124", dark: "#f3eae3" },
  /** Text of lesser weight. */
  quiet: { light: "#6a5c58", dark: "#b8a8a6" },

  /** The product's own colour, as text. */
  accent: { light: "#7b2a57", dark: "#eab0d0" },
  /** The same as a ground, under `on-accent`. */
  "accent-solid": { light: "#7b2a57", dark: "#9c4474" },
  "accent-solid-hover": { light: "#621f44", dark: "#ad5284" },
  /** The same as a pale ground, under `accent` or `ink`. */
  "accent-soft": { light: "#f4e6ee", dark: "#3a2430" },
  "on-accent": { light: "#fffaf5", dark: "#fff8f3" },

  danger: { light: "#a3231f", dark: "#ffb4a8" },
  "danger-soft": { light: "#fbe9e4", dark: "#40211f" },
  warning: { light: "#7a4a00", dark: "#f2cf86" },
  "warning-soft": { light: "#faeccb", dark: "#3b2c12" },
  success: { light: "#2f6236", dark: "#b3dca8" },
  "success-soft": { light: "#e6f0de", dark: "#22331f" },
} as const satisfies Record<string, Shades>;

/**
 * What a named environment can be marked with, by the value of ENVIRONMENT_COLOUR. The same in both themes, so that what is
 * not the real thing looks the same by night; `on-accent` is readable on each.
 */
export const ENVIRONMENT_COLOURS = {
  plum: "#7b2a57",
  blue: "#1d4ed8",
  teal: "#0f5f59",
  green: "#166534",
  amber: "#8a3f08",
  red: "#b01c1c",
  slate: "#475569",
} as const;

export type EnvironmentColour = keyof typeof ENVIRONMENT_COLOURS;
