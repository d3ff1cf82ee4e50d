import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";

// The index of decisions, docs/decisions/README.md.

const files = globSync("docs/decisions/[0-9]*.md").sort();
const titleOf = (file: string) => readFileSync(file, "utf8").split("\n")[0] ?? "";

test("each decision begins with its number and what was decided, and no number is used twice", () => {
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) expect(titleOf(file), file).toMatch(new RegExp(`^# ${numberOf(file)}\\. \\S`));
  expect(new Set(files.map(numberOf)).size).toBe(files.length);
});

test("the index lists each decision with its title, and nothing else", () => {
  const rows = readFileSync("docs/decisions/README.md", "utf8").matchAll(
    /^\| (\d+) \| \[(.*)\]\((.*)\) \|$/gm,
  );
  const named = [...rows].map(([, number, title, file]) => ({ file, title: `# ${number}. ${title}` }));
  const expected = files.map((file) => ({ file: basename(file), title: titleOf(file) }));
  expect(named.sort((one, other) => ((one.file ?? "") < (other.file ?? "") ? -1 : 1))).toEqual(expected);
});

test("a decision is named by the README of one slice at most, because it is removed with that slice", () => {
  const named = globSync("app/slices/*/README.md").flatMap((file) => [
    ...new Set(readFileSync(file, "utf8").match(/docs\/decisions\/\d{4}/g)),
  ]);
  expect(named.filter((decision, n) => named.indexOf(decision) !== n)).toEqual([]);
});

function numberOf(file: string): number {
  return Number(basename(file).slice(0, 4));
}
