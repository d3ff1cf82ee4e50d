import { ACCENT } from "#app/palette.ts";
import { hasSpineOnRight } from "./cover-shape.ts";

/** Everything that a cover is drawn from. The same title and author always give the same design. */
export interface CoverDesign {
  palette: CoverPalette;
  motif: Motif;
  /** A pseudorandom number generator for [0, 1), seeded by the book. */
  random: () => number;
  /** Whether the title is right to left, so the spine is on the right. */
  rightToLeft: boolean;
  /** The title, broken into lines that fit, and their font size. */
  title: { lines: string[]; fontSize: number };
}

/** The fill colours of a cover. */
interface CoverPalette {
  ground: string;
  shapes: readonly [string, string, string];
  /** The text colour, readable on the background. */
  ink: string;
}

const {
  "accent-solid": accent,
  "accent-solid-hover": deepAccent,
  "accent-soft": paleAccent,
  "on-accent": onAccent,
} = ACCENT;

const MOTIFS = ["strata", "sun", "arches", "petals", "columns", "ripples"] as const;
/** What a cover shows below the title. */
export type Motif = (typeof MOTIFS)[number];

/** Some palettes contain the product's accent colour. The others go with any accent. */
export const COVER_PALETTES: readonly CoverPalette[] = [
  { ground: "#f3e3cf", shapes: [accent.light, "#c9793f", "#e6b45e"], ink: "#3b1a2c" },
  { ground: "#22343f", shapes: ["#e0a458", "#3f6577", "#89aab0"], ink: "#f8ecd9" },
  { ground: deepAccent.light, shapes: ["#d98f8f", accent.dark, "#f0c9a2"], ink: onAccent.light },
  { ground: "#dfe5d3", shapes: ["#3f5d46", "#8ca36f", "#d39a4c"], ink: "#22352a" },
  { ground: "#f0d9d0", shapes: ["#a83f39", "#d98063", "#5d3a55"], ink: "#4a1b22" },
  { ground: "#2f2a45", shapes: ["#8b7fc0", "#4d466f", "#e7b77f"], ink: "#f4ecf7" },
  { ground: "#e9e1ef", shapes: ["#5b4a86", "#a48fc4", "#d77f7a"], ink: "#2f2450" },
  { ground: "#1f3b36", shapes: ["#d8b25c", "#3c6a5f", "#9cc3a6"], ink: "#f1f1dd" },
  { ground: "#f7e9b9", shapes: ["#2f5d73", "#d97b4a", "#7fa7a3"], ink: "#1e3d4d" },
  { ground: "#43261f", shapes: ["#c8683c", "#7a4432", "#e8c490"], ink: "#fbeedd" },
  { ground: "#d6e3e8", shapes: ["#31587a", "#7ea3b8", "#c65f52"], ink: "#1b344d" },
  { ground: paleAccent.light, shapes: [accent.dark, "#d58aa6", "#4f6d5c"], ink: deepAccent.light },
];

/**
 * The font sizes to try for the title, largest first, and the number of characters and lines that fit. The cover is 120
 * units wide.
 */
const TITLE_SIZES = [
  { fontSize: 17, charactersPerLine: 11, lines: 3 },
  { fontSize: 13.5, charactersPerLine: 14, lines: 4 },
  { fontSize: 11, charactersPerLine: 17, lines: 5 },
  { fontSize: 9, charactersPerLine: 21, lines: 6 },
];

/** Chinese, Japanese and Korean characters, each as wide as it is high. */
const IDEOGRAPHS =
  "\\u1100-\\u115f\\u2e80-\\ua4cf\\uac00-\\ud7a3\\uf900-\\ufaff\\ufe30-\\ufe6f\\uff00-\\uff60";
const WIDE = new RegExp(`[${IDEOGRAPHS}]`, "g");
/** A part of the title that stays on one line, with the space before it. */
const WORDS = /(\s*)(\S+)/g;
/** A smaller part, for a title that does not fit otherwise. A line may also end after an ideograph. */
const SHORT_WORDS = new RegExp(`(\\s*)([${IDEOGRAPHS}]|[^\\s${IDEOGRAPHS}]+)`, "g");

/** Designs the cover of a book from its title and author. */
export function designCover(title: string, author: string | null): CoverDesign {
  const random = randomFrom(`${title}\n${author ?? ""}`);
  const palette = pick(COVER_PALETTES, random);
  const motif = pick(MOTIFS, random);
  return { palette, motif, random, rightToLeft: hasSpineOnRight(title), title: fitTitle(title) };
}

/** Breaks a title into lines at the largest size at which it fits. At the smallest size it is truncated. */
export function fitTitle(title: string): { lines: string[]; fontSize: number } {
  for (const words of [WORDS, SHORT_WORDS])
    for (const size of TITLE_SIZES) {
      const lines = breakLines(title.matchAll(words), size.charactersPerLine);
      const fits =
        lines.length <= size.lines && lines.every((line) => widthOf(line) <= size.charactersPerLine);
      if (fits) return { lines, fontSize: size.fontSize };
    }
  const smallest = TITLE_SIZES.at(-1) as (typeof TITLE_SIZES)[number];
  const lines = breakLines(title.matchAll(SHORT_WORDS), smallest.charactersPerLine)
    .slice(0, smallest.lines)
    .map((line) => shorten(line, smallest.charactersPerLine));
  const isWhole = withoutSpaces(lines.join("")) === withoutSpaces(title);
  if (!isWhole)
    lines.push(`${shorten(lines.pop() ?? "", smallest.charactersPerLine - 1).replace(/…$/, "")}…`);
  return { lines, fontSize: smallest.fontSize };
}

const withoutSpaces = (text: string) => text.replace(/\s/g, "");

/** Truncates a text to a number of characters, including the ellipsis at the end. */
export function shorten(text: string, characters: number): string {
  const all = [...text];
  return all.length <= characters ? text : `${all.slice(0, characters - 1).join("")}…`;
}

/** @param words the words, each with the space before it @param width the width of a line, in characters */
function breakLines(words: Iterable<RegExpExecArray>, width: number): string[] {
  const lines: string[] = [];
  for (const [, space, word = ""] of words) {
    const last = lines.at(-1);
    const longer = `${last}${space && " "}${word}`;
    if (last !== undefined && widthOf(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** The width of a text, in characters of a script like Latin. A wide character counts as 1.75. */
const widthOf = (text: string) => text.length + 0.75 * (text.match(WIDE)?.length ?? 0);

function pick<T>(from: readonly T[], random: () => number): T {
  return from[Math.floor(random() * from.length)] as T;
}

/** A mulberry32 generator, seeded with the text's FNV-1a hash. It is small, fast, and random enough to place shapes. */
function randomFrom(text: string): () => number {
  let state = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) state = Math.imul(state ^ byte, 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
