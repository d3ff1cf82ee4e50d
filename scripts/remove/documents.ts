import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import {
  brokenLinks,
  missingFiles,
  missingNames,
  missingSections,
  missingSlices,
  slicesOf,
} from "#scripts/lib/pointers.ts";

/** Each round removes text that only refers to text of the previous round. */
const MOST_ROUNDS = 6;

/**
 * Removes the parts of documents that are marked with a removed slice, or that refer to removed files:
 * paragraphs, items of lists, rows of tables, and sections of which nothing is left. A decision or recipe is
 * deleted if its introduction is removed, or half of its text. Comments no longer point at removed files.
 */
export function removeFromDocuments(): void {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const changes = [...documents().map(rewriteDocument), ...sources().map(rewriteComments)];
    if (!changes.includes(true)) return;
  }
}

/** The changelog is left out, because it names files as they were. */
const documents = () =>
  globSync(["*.md", "{app,docs}/**/*.md", ".github/*.md"]).filter((file) => file !== "CHANGELOG.md");
const sources = () => globSync("{app,scripts,tests,workers}/**/*.{ts,tsx,css}");

/** @returns whether the file changed */
function rewriteDocument(file: string): boolean {
  const text = readFileSync(file, "utf8");
  const kept = documentWithout(file, text, (block) => pointsAtNothing(file, block));
  if (kept === text) return false;
  if (kept === null) rmSync(file);
  else writeFileSync(file, kept);
  return true;
}

/**
 * A document without some of its parts; null if the whole document is removed. @param isGone whether a part is removed
 */
export function documentWithout(
  file: string,
  text: string,
  isGone: (block: string) => boolean,
): string | null {
  const blocks = blocksOf(text);
  const kept = withoutBlocks(blocks, isGone);
  if (kept.length === blocks.length) return text;
  const isAbout = /^docs\/(decisions|recipes)\/(?!README)/.test(file);
  const introduction = blocks.find((block) => !block.startsWith("#") && block.trim() !== "") ?? "";
  const isAboutGone = slicesOf(introduction).length > 0 && isGone(introduction);
  if (isAbout && (isAboutGone || kept.length < blocks.length / 2)) return null;
  return `${kept.join("\n").trim()}\n`;
}

/**
 * The parts of a document that are removed or kept as a whole: items of lists and rows of tables, each with its
 * continuation lines, and paragraphs.
 */
export const blocksOf = (text: string): string[] => paragraphsOf(text).flatMap(itemsOf);

/** Splits a document at empty lines outside code. */
function paragraphsOf(text: string): string[] {
  const paragraphs: string[] = [];
  for (const part of text.split(/\n(?=\n)/)) {
    const last = paragraphs.at(-1);
    if (last !== undefined && isOpen(last)) paragraphs.splice(-1, 1, `${last}\n${part}`);
    else paragraphs.push(part);
  }
  return paragraphs;
}

function itemsOf(part: string): string[] {
  // The next item may follow the continuation of an item without an empty line.
  if (!/^\n?(?:[-*|]|\d+\.| {2,})/.test(part)) return [part];
  const items: string[] = [];
  for (const line of part.split("\n")) {
    const last = items.at(-1);
    if (last !== undefined && (isOpen(last) || !/^(?:[-*] |\d+\. |\|)/.test(line))) {
      items.splice(-1, 1, `${last}\n${line}`);
    } else items.push(line);
  }
  return items;
}

/** Whether a text ends inside a block of code. */
const isOpen = (text: string): boolean => (text.match(/^\s*```/gm)?.length ?? 0) % 2 === 1;

/** Code in a document may name its own files, but only existing commands. */
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

/**
 * Removes blocks with everything that belongs to them, and then tables, lists and sections of which nothing is left. It
 * numbers the remaining items of lists again.
 */
export function withoutBlocks(blocks: string[], isGone: (block: string) => boolean): string[] {
  const gone: boolean[] = [];
  for (const [index, block] of blocks.entries()) {
    const leader = leaderOf(blocks, index);
    gone.push(isGone(block) || (leader !== null && gone[leader] === true));
  }
  return withoutEmptySections(withoutEmptyLists(withoutEmptyTables(numberedAgain(blocks, gone))));
}

const isCode = (block: string) => /^\n? *```/.test(block);
const isIndented = (block: string) => /^\n? {2,}\S/.test(block);

/**
 * The block to which another block belongs: the introduction of code, or the item of a list that an indented paragraph
 * continues.
 * @returns its index; null if there is none
 */
function leaderOf(blocks: string[], index: number): number | null {
  const block = blocks[index] ?? "";
  const belongs = isCode(block)
    ? isCode
    : isIndented(block)
      ? (other: string) => isCode(other) || isIndented(other)
      : null;
  if (!belongs) return null;
  const leader = blocks.findLastIndex((other, at) => at < index && !belongs(other));
  return leader === -1 || blocks[leader]?.startsWith("|") ? null : leader;
}

/** The blocks that remain. The items of a numbered list are numbered consecutively, as before. */
function numberedAgain(blocks: string[], gone: boolean[]): string[] {
  let before = 0;
  let now = 0;
  return blocks.flatMap((block, index) => {
    const [all, number] = /^(\d+)\. /.exec(block) ?? [];
    if (all && Number(number) !== before + 1) now = 0;
    if (all) before = Number(number);
    if (gone[index]) return [];
    if (!all) return [block];
    now += 1;
    return [`${now}. ${block.slice(all.length)}`];
  });
}

/** Removes the headings of tables without rows. */
function withoutEmptyTables(blocks: string[]): string[] {
  const isRule = (block: string | undefined) => block !== undefined && /^\|[\s|:-]+\|$/.test(block);
  const isEmpty = (index: number) => isRule(blocks[index]) && !blocks[index + 1]?.startsWith("|");
  return blocks.filter((_, index) => !isEmpty(index) && !isEmpty(index + 1));
}

/**
 * Removes the empty lines before tables and lists of which nothing is left, because the next paragraph begins with
 * another empty line.
 */
const withoutEmptyLists = (blocks: string[]): string[] =>
  blocks.filter((block, index) => block !== "" || /^[^\n]/.test(blocks[index + 1] ?? ""));

/** Removes headings with nothing below them. */
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

/** @returns whether the file changed */
function rewriteComments(file: string): boolean {
  const lines = readFileSync(file, "utf8").split("\n");
  const text = lines.map(withCommentRewritten).join("\n");
  if (text === lines.join("\n")) return false;
  writeFileSync(file, text);
  return true;
}

/**
 * A line of code whose comment no longer points at removed files: names in brackets are deleted, others lose
 * their path.
 */
export function withCommentRewritten(line: string): string {
  // Code in front of a comment is not changed, because it may look like the path of a file: a route, for
  // example.
  const start = /^\s*(?:\/\/|\/\*+|\*|\{\/\*)/.test(line) ? 0 : line.indexOf(" // ");
  if (start < 0) return line;
  const comment = line.slice(start);
  const kept = [...missingFiles(comment), ...missingSections(comment)].reduce((rest, name) => {
    const short = name.replace(/^docs\/decisions\/(\d+).*/, "decision $1").replace(/^.*\//, "");
    return rest.replace(` (${name})`, "").replace(` (\`${name}\`)`, "").replace(name, short);
  }, comment);
  return line.slice(0, start) + kept;
}
