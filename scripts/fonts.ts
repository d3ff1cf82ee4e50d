// npm run fonts: reduces the typeface of headings to the characters that pages need, as
// scripts/lib/typeface.ts lists them (docs/recipes/change-the-typeface.md).
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import subsetFont from "subset-font";
import { fail } from "./lib/fail.ts";
import { charactersOf, FONT_FILES, FONT_FOLDER, LARGEST_FONT, pathOfFont } from "./lib/typeface.ts";

/**
 * The features that fonts keep: kerning, ligatures, marks, and the joined forms of Arabic letters. Small capitals and
 * other forms of digits would double the size of a file.
 */
const FEATURES = [
  ...["kern", "liga", "clig", "calt", "ccmp", "locl", "mark", "mkmk"],
  ...["isol", "init", "medi", "fina", "rlig", "rclt", "curs"],
];

/** This is declared separately, because the types of the package do not know `keepFeatures` yet. */
const OPTIONS = { targetFormat: "woff2", keepFeatures: FEATURES } as const;

try {
  const licences = new Set<string>();
  for (const [name, file] of Object.entries(FONT_FILES)) {
    const source = pathOfFont(file);
    const subset = await subsetFont(readFileSync(source), charactersOf(file), OPTIONS);
    if (subset.length > LARGEST_FONT)
      throw new Error(`${name} would have ${subset.length} bytes. Name fewer characters.`);
    writeFileSync(FONT_FOLDER + name, subset);
    licences.add(readFileSync(path.join(path.dirname(source), "../LICENSE_FONT"), "utf8"));
    console.log(`${FONT_FOLDER}${name}: ${(subset.length / 1000).toFixed(1)} KB`);
  }
  writeFileSync(`${FONT_FOLDER}OFL.txt`, [...licences].join(`\n${"=".repeat(80)}\n\n`));
} catch (error) {
  fail(`Not all fonts were written. ${(error as Error).message}`);
}
