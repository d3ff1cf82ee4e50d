// npm run fonts: cuts the typeface of headings to the characters that app/core/ui/typeface.css names (docs/recipes/change-the-typeface.md).
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";
import { fail } from "./lib/fail.ts";
import { characters, FONT_FILES, FONT_FOLDER, LARGEST_FONT } from "./lib/typeface.ts";

/** Kerning, ligatures, marks, and the forms that join Arabic letters. Small capitals and other figures would double a file. */
const FEATURES = [
  ...["kern", "liga", "clig", "calt", "ccmp", "locl", "mark", "mkmk"],
  ...["isol", "init", "medi", "fina", "rlig", "rclt", "curs"],
];

try {
  const styles = readFileSync("app/core/ui/typeface.css", "utf8");
  const licences = new Set<string>();
  for (const [file, source] of Object.entries(FONT_FILES)) {
    const font = fileURLToPath(import.meta.resolve(source));
    const subset = await subsetFont(readFileSync(font), characters(styles, file), {
      targetFormat: "woff2",
      keepFeatures: FEATURES,
    });
    if (subset.length > LARGEST_FONT)
      throw new Error(`${file} would have ${subset.length} bytes: name fewer characters in typeface.css.`);
    writeFileSync(FONT_FOLDER + file, subset);
    licences.add(readFileSync(new URL("../LICENSE_FONT", import.meta.resolve(source)), "utf8"));
    console.log(`${FONT_FOLDER}${file}: ${(subset.length / 1000).toFixed(1)} KB`);
  }
  writeFileSync(`${FONT_FOLDER}OFL.txt`, [...licences].join(`\n${"=".repeat(80)}\n\n`));
} catch (error) {
  fail(`The fonts were not changed completely. ${(error as Error).message}`);
}
