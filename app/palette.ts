import { PAPER } from "./paper.ts";

/** A colour in the light and in the dark theme, as #rrggbb. */
interface Shades {
  light: string;
  dark: string;
}

/** The brand colour by role. These are separate because code that draws in the browser needs only them. */
export const ACCENT = {
  /** The brand colour, as text. */
  accent: { light: "#7b2a57", dark: "#eab0d0" },
  /** The brand colour as a background for `on-accent` text. */
  "accent-solid": { light: "#7b2a57", dark: "#9c4474" },
  "accent-solid-hover": { light: "#621f44", dark: "#ad5284" },
  /** The brand colour as a pale background for `accent`, `ink` or `quiet` text. */
  "accent-soft": { light: "#f4e6ee", dark: "#3a2430" },
  "on-accent": { light: "#fffaf5", dark: "#fff8f3" },
} as const satisfies Record<string, Shades>;

/**
 * Every colour of the interface, by role. Pages, emails, book covers, icons, the manifest and the browser's own bars
 * use this palette (docs/recipes/change-the-colours.md). Each name is also a class name: `bg-accent-soft`.
 */
export const PALETTE = {
  paper: PAPER,
  /** The background of cards and dialogs. */
  sheet: { light: "#fffdf8", dark: "#221b1f" },
  sunken: { light: "#f0e8db", dark: "#120e10" },
  /** Decorative separators, without a contrast requirement. */
  line: { light: "#e2d7c6", dark: "#40343a" },
  /** Borders of controls: 3:1 against the background (WCAG 1.4.11). */
  edge: { light: "#8f8178", dark: "#8b7b80" },
  ink: { light: "#2a2124", dark: "#f3eae3" },
  /** Secondary text. */
  quiet: { light: "#6a5c58", dark: "#b8a8a6" },

  ...ACCENT,

  danger: { light: "#a3231f", dark: "#ffb4a8" },
  "danger-soft": { light: "#fbe9e4", dark: "#40211f" },
  warning: { light: "#7a4a00", dark: "#f2cf86" },
  "warning-soft": { light: "#faeccb", dark: "#3b2c12" },
  success: { light: "#2f6236", dark: "#b3dca8" },
  "success-soft": { light: "#e6f0de", dark: "#22331f" },
} as const satisfies Record<string, Shades>;

/**
 * The colours that can mark a named environment, by value of ENVIRONMENT_COLOUR. They are the same in both themes, so a
 * preview is recognisable in either. `on-accent` text is readable on each.
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
