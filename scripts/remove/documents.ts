import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import {
  brokenLinks,
  missingFiles,
  missingNames,
  missingSections,
  missingSlices,
} from "#scripts/lib/pointers.ts";

/** Each round takes out what pointed only at what the one before it took out. */
const MOST_ROUNDS = 6;

/**
 * Takes out of documents what is marked as about a slice that is gone, and what points at files that are: a paragraph, an item of
 * a list, a row of a table, and a section of which nothing is left. A decision or recipe goes whose introduction does, being marked, or that loses half of what it said. In comments, what is gone is named without its path.
 */
export function removeFromDocuments(): void {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const changes = [...documents().map(rewriteDocument), ...sources().map(rewriteComments)];
    if (!changes.includes(true)) return;
  }
}

/** The changelog names files as they were. */
const documents = () =>
  globSync(["*.md", "{app,docs}/**/*.md", ".github/*.md"]).filter((file) => file !== "CHANGELOG.md");
const sources = () => globSync("{app,scripts,tests,workers}/**/*.{ts,tsx,css}");

/** @returns whether it changed */
function rewriteDocument(file: string): boolean {
  const text = readFileSync(file, "utf8");
  const blocks = blocksOf(text);
  const kept = withoutBlocks(blocks, (block) => pointsAtNothing(file, block));
  if (kept.length === blocks.length) return false;
  const isAbout = /^docs\/(decisions|recipes)\/(?!README)/.test(file);
  const introduction = blocks.find((block) => !block.startsWith("#") && block.trim() !== "") ?? "";
  if (isAbout && (missingSlices(introduction).length > 0 || kept.length < blocks.length / 2)) rmSync(file);
  else writeFileSync(file, `${kept.join("\n").trim()}\n`);
  return true;
}

/**
 * The parts of a document that go or stay whole: a list's items and a table's rows, each with the lines that go on with it, and any
 * other paragraph.
 */
export const blocksOf = (text: string): string[] => paragraphsOf(text).flatMap(itemsOf);

/** What empty lines separate. Those within code separate nothing. */
function paragraphsOf(text: string): string[] {
  const paragraphs: string[] = [];
  const isOpen = (part: string | undefined) => (part?.match(/^\s*```/gm)?.length ?? 0) % 2 === 1;
  for (const part of text.split(/\n(?=\n)/)) {
    const last = paragraphs.at(-1);
    if (last !== undefined && isOpen(last)) paragraphs.splice(-1, 1, `${last}\n${part}`);
    else paragraphs.push(part);
  }
  return paragraphs;
}

function itemsOf(part: string): string[] {
  const isList = /^\n?(?:[-*|]|\d+\.) ?/.test(part) && !part.includes("```");
  return isList ? part.split(/\n(?=(?:[-*] |\d+\. |\|))/) : [part];
}

/** Code that a document shows names files of its own, and commands of ours. */
function pointsAtNothing(file: string, block: string): boolean {
  if ([...block.matchAll(/npm run ([\w:-]+\w)/g)].some(([, script = ""]) => !commands().includes(script)))
    return true;
  if (missingSlices(block).length > 0) return true;
  if (block.includes("```")) return false;
  const words = block.replace(/\s+/g, " ");
  const isMissing = [missingFiles, missingNames, missingSections].some(
    (missing) => missing(words).length > 0,
  );
  return isMissing || brokenLinks(file, block).length > 0;
}

const commands = (): string[] => Object.keys(JSON.parse(readFileSync("package.json", "utf8")).scripts);

/** Without the blocks that are gone, and without the tables, lists and sections of which nothing is left. */
export const withoutBlocks = (blocks: string[], isGone: (block: string) => boolean): string[] =>
  withoutEmptySections(withoutEmptyLists(withoutEmptyTables(blocks.filter((block) => !isGone(block)))));

/** Without the heads of tables that have no rows. */
function withoutEmptyTables(blocks: string[]): string[] {
  const isRule = (block: string | undefined) => block !== undefined && /^\|[\s|:-]+\|$/.test(block);
  const isEmpty = (index: number) => isRule(blocks[index]) && !blocks[index + 1]?.startsWith("|");
  return blocks.filter((_, index) => !isEmpty(index) && !isEmpty(index + 1));
}

/** Without the empty lines before tables and lists that have nothing left: the next paragraph begins with its own. */
const withoutEmptyLists = (blocks: string[]): string[] =>
  blocks.filter((block, index) => block !== "" || /^[^\n]/.test(blocks[index + 1] ?? ""));

/** Without headings that have nothing below them before the next one of their rank. */
function withoutEmptySections(blocks: string[]): string[] {
  const rankOf = (block: string) => /^\n?(#{2,6}) /.exec(block)?.[1]?.length ?? null;
  return blocks.filter((block, index) => {
    const rank = rankOf(block);
    if (rank === null || block.trim().includes("\n")) return true;
    const next = blocks[index + 1];
    const nextRank = next === undefined ? 0 : rankOf(next);
    return nextRank === null || nextRank > rank;
  });
}

/** @returns whether it changed */
function rewriteComments(file: string): boolean {
  const lines = readFileSync(file, "utf8").split("\n");
  const rewritten = lines.map((line) => {
    if (!/^\s*(?:\/\/|\/\*+|\*|\{\/\*)/.test(line) && !line.includes(" // ")) return line;
    return [...missingFiles(line), ...missingSections(line)].reduce((rest, name) => {
      const short = name.replace(/^docs\/decisions\/(\d+).*/, "decision $1").replace(/^.*\//, "");
      return rest.replace(` (${name})`, "").replace(` (\`${name}\`)`, "").replace(name, short);
    }, line);
  });
  const text = rewritten.join("\n");
  if (text === lines.join("\n")) return false;
  writeFileSync(file, text);
  return true;
}
