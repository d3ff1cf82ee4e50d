/** Where the fonts are that pages load. */
export const FONT_FOLDER = "app/core/ui/fonts/";

/** A page loads one file, seldom both. Bytes. */
export const LARGEST_FONT = 30_000;

/** The files of the typeface, and the fonts that they are cut from: one weight, of packages that have the licence beside it. */
export const FONT_FILES = {
  "latin.woff2": "@expo-google-fonts/literata/600SemiBold/Literata_600SemiBold.ttf",
  "arabic.woff2": "@expo-google-fonts/noto-naskh-arabic/600SemiBold/NotoNaskhArabic_600SemiBold.ttf",
};

/**
 * The characters that a style sheet takes from a font, by its unicode-range.
 * @throws {Error} if it names no such file
 */
export function characters(styles: string, file: string): string {
  const rule = styles.split("@font-face").find((text) => text.includes(`/${file}"`));
  const [, ranges] = /unicode-range:([^;]+);/.exec(rule ?? "") ?? [];
  if (ranges === undefined) throw new Error(`typeface.css has no unicode-range for ${file}.`);
  return ranges
    .split(",")
    .map((range) => {
      const [first = "", last = first] = range.trim().replace("U+", "").split("-");
      const start = Number.parseInt(first, 16);
      const count = Number.parseInt(last, 16) - start + 1;
      return Array.from({ length: count }, (_, at) => String.fromCodePoint(start + at)).join("");
    })
    .join("");
}
