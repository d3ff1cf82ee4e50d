import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

// The longest sentence, in words. Readers look up one fact at a time, and English is not the first language of many of
// them.

const MOST_WORDS = 35;
const MOST_WORDS_ON_AVERAGE = 16;

/** The documents in which people look things up. Their sentences must also be short on average. */
const REFERENCES = ["docs/product.md", "docs/security.md", "docs/operations.md"];
const OTHERS = globSync([
  "README.md",
  "docs/{how-it-works,start-a-product,privacy,testing,performance,api}.md",
  "docs/recipes/*.md",
]).sort();

test.each([...REFERENCES, ...OTHERS])(`no sentence of %s has more than ${MOST_WORDS} words`, (file) => {
  const tooLong = sentencesOf(file).filter(({ words }) => words > MOST_WORDS);
  expect(tooLong.map(({ line, text, words }) => `${file}:${line}, ${words} words: ${text}`)).toEqual([]);
});

test.each(REFERENCES)(`sentences of %s have at most ${MOST_WORDS_ON_AVERAGE} words on average`, (file) => {
  // Cells of tables are left out, because they are always short.
  const sentences = sentencesOf(file).filter(({ isCell }) => !isCell);
  const words = sentences.reduce((sum, sentence) => sum + sentence.words, 0);
  expect(words / sentences.length, file).toBeLessThanOrEqual(MOST_WORDS_ON_AVERAGE);
});

test("a sentence ends at its full stop, its cell or its item, and not within code, a link or a quotation", () => {
  const read = (text: string) => sentencesIn(text).map(({ words, line }) => [words, line]);
  expect(read("# No heading\n\nOne two\nthree. Four `a. B c`.\n\n```sh\nno code\n```")).toEqual([
    [3, 3],
    [2, 4],
  ]);
  expect(read("- One\n  two:\n  1. three <!-- book -->\n- [four. Five](six.md) seven")).toEqual([
    [2, 1],
    [1, 3],
    [3, 4],
  ]);
  expect(read("| head | head |\n| --- | --- |\n| one | two three |")).toEqual([
    [1, 3],
    [2, 3],
  ]);
  expect(read('It says "One. Two." and goes on. It says "Three." Then "Four" follows.')).toEqual([
    [7, 1],
    [3, 1],
    [3, 1],
  ]);
});

interface Sentence {
  text: string;
  words: number;
  line: number;
  isCell: boolean;
}

/** A paragraph, an item of a list or a cell of a table. Each sentence ends within its part. */
type Part = Pick<Sentence, "text" | "line" | "isCell">;

const sentencesOf = (file: string) => sentencesIn(readFileSync(file, "utf8"));

function sentencesIn(document: string): Sentence[] {
  return partsIn(document).flatMap(({ text, line, isCell }) => {
    let at = line;
    return withoutInnerStops(text)
      .split(/(?<=[.?!]["*_)]*)(\s+)(?=["*_([`]*[\p{Lu}\d`])/u)
      .map((part) => {
        const sentence = { text: part.replace(/\s+/g, " "), words: wordsIn(part), line: at, isCell };
        at += part.split("\n").length - 1;
        return sentence;
      })
      .filter(({ words }) => words > 0);
  });
}

/** Inline code is one word, and no sentence ends within a link or a quotation. */
const withoutInnerStops = (text: string) =>
  text
    .replace(/<!--.*?-->/gs, "")
    .replace(/`[^`]+`/g, (code) => code.replace(/[\s"]+/g, "_"))
    .replace(/\[([^\]]*)\]\([^)]*\)/g, (_, words: string) => words.replace(/[.?!]/g, ""))
    .replace(/"[^"]*"/g, (quotation) => quotation.replace(/[.?!](?!"$)/g, ""));

const wordsIn = (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length;

const isRule = (line: string | undefined) => /^\s*\|[\s|:-]+\|\s*$/.test(line ?? "");

function partsIn(document: string): Part[] {
  const parts: Part[] = [];
  const lines = document.replace(/^\s*```.*?^\s*```$/gms, (code) => code.replace(/.+/g, "")).split("\n");
  let open: Part | undefined;
  for (const [index, line] of lines.entries()) {
    const [, item] = /^\s*(?:[-*]|\d+\.) (.*)$/.exec(line) ?? [];
    if (line.trim().startsWith("|")) {
      open = undefined;
      if (!isRule(line) && !isRule(lines[index + 1])) parts.push(...cellsOf(line, index + 1));
    } else if (line.trim() === "" || line.startsWith("#")) {
      open = undefined;
    } else if (open && item === undefined) {
      open.text += `\n${line}`;
    } else {
      open = { text: item ?? line, line: index + 1, isCell: false };
      parts.push(open);
    }
  }
  return parts;
}

const cellsOf = (row: string, line: number): Part[] =>
  row.split(/(?<!\\)\|/).map((cell) => ({ text: cell.trim(), line, isCell: true }));
