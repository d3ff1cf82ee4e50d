// npm run remove -- <slice>... [--languages ar,sw]: removes slices and languages, and everything that only they need
// (docs/recipes/remove-a-slice.md).
import { spawnSync } from "node:child_process";
import path from "node:path";
import { parseArgs } from "node:util";
import {
  DEFAULT_LANGUAGE,
  isLanguage,
  LANGUAGE_KEYS,
  LANGUAGES,
  type LanguageKey,
} from "#app/core/i18n/languages.ts";
import type { Slice } from "#app/core/lib/slice.ts";
import { SLICES } from "#app/slices.ts";
import { fail, reasonOf } from "./lib/fail.ts";
import { cleanUp, findWhatGoes } from "./remove/take-out.ts";

const ALL: readonly Slice[] = SLICES;
const UNDO = "git restore . && git clean -fd app locales migrations tests scripts docs";

/** Whether files have been changed. */
let hasBegun = false;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      all: { type: "boolean", default: false },
      baseline: { type: "boolean", default: false },
      languages: { type: "string" },
      "dry-run": { type: "boolean", default: false },
    },
  });
  const languages = (values.languages?.split(",") ?? []).map(languageOf);
  await remove(values.all ? ALL : positionals.map(sliceOf), languages, values);
} catch (error) {
  fail(
    hasBegun
      ? `Removed in part: ${reasonOf(error)}. To undo it: ${UNDO}`
      : `Nothing was removed: ${reasonOf(error)}`,
  );
}

function sliceOf(name: string): Slice {
  const slice = ALL.find((one) => one.name === name);
  if (slice) return slice;
  throw new Error(`there is no slice "${name}". There are ${ALL.map(({ name }) => name).join(", ")}.`);
}

function languageOf(key: string): LanguageKey {
  if (isLanguage(key) && key !== DEFAULT_LANGUAGE) return key;
  throw new Error(
    `"${key}" is not a language that can be removed. ${DEFAULT_LANGUAGE} stays; there are ${LANGUAGE_KEYS.join(", ")}`,
  );
}

async function remove(
  slices: readonly Slice[],
  languages: readonly LanguageKey[],
  { baseline, "dry-run": isDry }: { baseline: boolean; "dry-run": boolean },
): Promise<void> {
  const names = slices.map(({ name }) => name);
  if (names.length === 0 && languages.length === 0 && !baseline)
    throw new Error(`name slices: npm run remove -- ${ALL.at(0)?.name ?? "<slice>"}`);
  const going = await findWhatGoes(slices, languages);
  const { files, tables } = going;
  if (isDry) {
    const list = (title: string, lines: Iterable<string>) =>
      console.log(`${title}\n${[...lines].map((line) => `  ${line}`).join("\n")}\n`);
    list("These files would be deleted:", files);
    list(
      "These files would change:",
      [...going.changed].map((file) => path.relative("", file)),
    );
    list("These tests would be removed, because they need something that is removed:", going.tests);
    list("These tables would be dropped, with their rows:", tables);
    return;
  }
  hasBegun = true;
  going.carryOut({ baseline });
  const dead = cleanUp();
  const gone = [...names, ...languages.map((key) => LANGUAGES[key].name)];
  if (gone.length === 0) return console.log("One migration now creates the whole database.");
  console.log(`Removed: ${gone.join(", ")}, with ${files.length + dead.length} files and the tables ${tables.join(", ") || "(none)"}.
To undo it: ${UNDO}
${
  names.length === 0
    ? ""
    : `These files still mention them, with the number of lines. Edit them by hand:

${stillSpeaking(names)}`
}`);
}

/** The files that still mention removed slices, each with the number of such lines. */
function stillSpeaking(names: readonly string[]): string {
  const words = names.map((name) => name.replace("-", "[- ]?")).join("|");
  const options = ["--no-index", "--exclude-standard", "-ciIE"];
  const { stdout } = spawnSync("git", ["grep", ...options, `\\b(${words})s?\\b`], { encoding: "utf8" });
  return stdout.replace(/^(.*):(\d+)$/gm, "  $2\t$1");
}
