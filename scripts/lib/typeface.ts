import { fileURLToPath } from "node:url";

/** The folder of the fonts that pages load. */
export const FONT_FOLDER = "app/core/ui/fonts/";

/** The size limit of a font file, in bytes. A page rarely loads both files. */
export const LARGEST_FONT = 30_000;

/** A font file for headings. */
interface FontFile {
  /** The URL of the original font: one weight, in a package that also contains the font's licence. */
  font: string;
  /**
   * The characters that the file keeps, as code points. typeface.css lists about the same characters, in
   * fewer ranges.
   */
  characters: string;
}

/** The font files, by name. */
export const FONT_FILES: Record<string, FontFile> = {
  // The letters of Europe, Vietnam and the major languages of Africa, and punctuation.
  "latin.woff2": {
    font: import.meta.resolve("@expo-google-fonts/literata/600SemiBold/Literata_600SemiBold.ttf"),
    characters: "20-17F 218-21B 2BB-2BC 300-304 308 323 1E62-1E63 1EA0-1EF9 2000-203F 20AC 2122",
  },
  // Arabic, Persian and Urdu, with spaces, digits and punctuation, because without them, each heading would need both
  // files.
  "arabic.woff2": {
    font: import.meta.resolve(
      "@expo-google-fonts/noto-naskh-arabic/600SemiBold/NotoNaskhArabic_600SemiBold.ttf",
    ),
    characters:
      "20-3F A0 AB BB 60C-655 660-671 679-67E 686-688 691 698 6A9 6AF 6BA-6C3 6CC 6D2-6D4 6F0-6F9 200C-203F",
  },
};

/** The path of the font from which a file is made. */
export const pathOfFont = ({ font }: FontFile): string => fileURLToPath(font);

/** The characters of a file as text. */
export const charactersOf = ({ characters }: FontFile): string =>
  characters
    .split(" ")
    .map((range) => {
      const [first = 0, last = first] = range.split("-").map((point) => Number.parseInt(point, 16));
      return Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)).join("");
    })
    .join("");
