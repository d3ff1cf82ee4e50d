import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { Slice } from "#app/core/lib/slice.ts";
import { rulesOf, SLICES } from "#app/slices.ts";
import {
  brokenLinks,
  missingFiles,
  missingNames,
  missingSections,
  missingSlices,
  slicesOf,
} from "#scripts/lib/pointers.ts";
import { blocksOf } from "#scripts/remove/documents.ts";

const SOURCES = [
  "*.{md,ts,json,toml}",
  ".{ci,github,vscode}/**/*",
  "{app,docs,scripts,tests,workers}/**/*.{ts,tsx,mjs,md,css,sql}",
];
/** Every file with prose, except the changelog, which uses the former names of files. */
const files = globSync(SOURCES, { withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.relative(".", path.join(entry.parentPath, entry.name)))
  .filter((file) => !["package-lock.json", "worker-configuration.d.ts", "CHANGELOG.md"].includes(file));

/** The prose in a file: the whole text of a document, or the comments of code. Line breaks become spaces. */
function wordsOf(file: string): string {
  const text = readFileSync(file, "utf8");
  const lines = text.replace(/^```.*?^```/gms, "").split("\n");
  const isCode = /\.(tsx?|mjs|css|sql)$/.test(file);
  const words = isCode
    ? lines.map(
        (line) => /^\s*(?:\/\/|\/\*+|\*|\{\/\*|--)(.*)$/.exec(line)?.[1] ?? line.split(" // ")[1] ?? "",
      )
    : lines;
  return words.map((line) => line.trim()).join(" ");
}

const inFiles = (broken: (words: string, file: string) => string[], selected = files) =>
  selected.flatMap((file) => broken(wordsOf(file), file).map((name) => `${file}: ${name}`));

test("every file that comments and documents name exists", () => {
  expect(inFiles(missingFiles)).toEqual([]);
});

test("every name that comments and documents place in a file is in that file", () => {
  expect(inFiles(missingNames)).toEqual([]);
});

test("every command that documents name exists", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
  const named = files
    .filter((file) => file.endsWith(".md"))
    .flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/npm run (?:-s )?([a-z][\w:-]*\w)/g)].map(([, name = ""]) => ({
        file,
        name,
      })),
    );
  expect(named.filter(({ name }) => !(name in scripts))).toEqual([]);
});

test("every link between documents has a target", () => {
  const documents = files.filter((file) => file.endsWith(".md"));
  expect(inFiles((_, file) => brokenLinks(file, readFileSync(file, "utf8")), documents)).toEqual([]);
});

test("the list of recipes has every recipe", () => {
  const list = readFileSync("docs/recipes/README.md", "utf8");
  const recipes = globSync("docs/recipes/*.md").map((file) => path.basename(file));
  expect(recipes.filter((recipe) => recipe !== "README.md" && !list.includes(`](${recipe})`))).toEqual([]);
});

test("every section that is cited is a heading of its document", () => {
  expect(inFiles(missingSections)).toEqual([]);
});

test("every slice that marks a part of a document exists", () => {
  const documents = files.filter((file) => file.endsWith(".md"));
  expect(inFiles(missingSlices, documents)).toEqual([]);
});

const slices: readonly Slice[] = SLICES;

test.each(slices.map((slice) => [slice.name, slice] as const))(
  "each part of a document that only the slice %s explains is marked with that slice",
  (name, { cookies = [] }) => {
    const { errorCodes = {} } = rulesOf(name);
    const settings = globSync(`app/slices/${name}/settings.ts`).flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/^ {2}([A-Z_]+):/gm)].map(([, setting = ""]) => setting),
    );
    const own = [...Object.keys(errorCodes), ...cookies, ...settings];
    // The documents of a slice begin with its name. security-asvs.md is different, because it goes through a standard
    // point by point, whichever slice fulfils a point.
    const documents = globSync(["README.md", "docs/*.md"]).filter(
      (file) =>
        file !== "docs/security-asvs.md" &&
        !slices.some((slice) => path.basename(file).startsWith(slice.name)),
    );
    const staying = documents.flatMap((file) =>
      blocksOf(readFileSync(file, "utf8"))
        .filter((block) => !slicesOf(block).includes(name) && !block.includes(`app/slices/${name}/`))
        .flatMap((block) => own.filter((one) => block.includes(`\`${one}\``)))
        .map((one) => `${file}: ${one}`),
    );
    expect(staying, `end it with <!-- ${name} -->`).toEqual([]);
  },
);

test("no document refers to a specification outside the repository", () => {
  const name = ["SPEC", "md"].join(".");
  expect(files.filter((file) => readFileSync(file, "utf8").includes(name))).toEqual([]);
});
