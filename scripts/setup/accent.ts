import { clampChroma, formatHex, type Oklch, oklch, wcagContrast } from "culori";
import { ACCENT, ENVIRONMENT_COLOURS, PALETTE } from "#app/palette.ts";

type Accent = Record<keyof typeof ACCENT, { light: string; dark: string }>;
type Theme = "light" | "dark";

/** The minimum contrast of readable text (WCAG 1.4.3), and a little more, because colours are rounded. */
const READABLE = 4.6;

/**
 * The brand colours for each role in the palette, with the hue of `colour`. Their lightness changes only as
 * far as text needs it to be readable.
 * @param colour a colour in CSS syntax, or the name of one of ENVIRONMENT_COLOURS
 * @throws {Error} if it is not a colour
 */
export function accentOf(colour: string): Accent {
  const named = Object.entries(ENVIRONMENT_COLOURS).find(([name]) => name === colour)?.[1];
  const wanted = oklch(named ?? colour);
  if (!wanted)
    throw new Error(
      `"${colour}" is not a colour. Give one as in CSS (#0f5f59), or one of ${Object.keys(ENVIRONMENT_COLOURS).join(", ")}.`,
    );
  const tint = (hex: string): Oklch => {
    const { l, c } = oklch(hex) as Oklch;
    // Grey has no hue, and must not get one.
    return { mode: "oklch", l, c: Math.min(c, wanted.c), h: wanted.h ?? 0 };
  };
  const soft = both((theme) => hexOf(tint(ACCENT["accent-soft"][theme])));
  const grounds = (theme: Theme) => [
    PALETTE.paper[theme],
    PALETTE.sheet[theme],
    PALETTE.sunken[theme],
    soft[theme],
  ];
  const onAccent = ACCENT["on-accent"];
  return {
    accent: both((theme) => readable(tint(ACCENT.accent[theme]), grounds(theme), theme === "light" ? -1 : 1)),
    "accent-solid": both((theme) => readable(tint(ACCENT["accent-solid"][theme]), [onAccent[theme]], -1)),
    "accent-solid-hover": both((theme) =>
      readable(tint(ACCENT["accent-solid-hover"][theme]), [onAccent[theme]], -1),
    ),
    "accent-soft": soft,
    "on-accent": onAccent,
  };
}

const both = (shade: (theme: Theme) => string) => ({ light: shade("light"), dark: shade("dark") });

const hexOf = (colour: Oklch): string => formatHex(clampChroma(colour, "oklch"));

/** @param step -1 to darken the colour until text is readable, 1 to lighten it */
function readable(colour: Oklch, others: readonly string[], step: -1 | 1): string {
  for (let { l } = colour; ; l += step * 0.01) {
    const hex = hexOf({ ...colour, l });
    if (others.every((other) => wcagContrast(hex, other) >= READABLE) || l <= 0 || l >= 1) return hex;
  }
}
