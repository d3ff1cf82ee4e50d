import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";

/** Folders that comments name without "app/" or "app/core/" in front: lib/bytes, identity/user/user.schema.ts. */
const foldersOfApp = () => globSync(["app/*/", "app/core/*/"]).map((folder) => path.basename(folder));

const FROM_ROOT =
  /(?<![\w#/.@~-])(?:app|docs|migrations|scripts|tests|workers|\.github)\/[\w./<>*{},-]*\w[>}*/]*/g;
/** Matches a name that is followed by the file that contains it, in brackets. */
const NAME_IN_FILE = /`([\w$]+)(?:\(\))?` \(`([\w./-]+\.tsx?)`\)/g;
const LINK = /\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g;
const SECTION = /(docs\/[\w/-]+\.md)`?, (?=[A-Z"])/g;
/** How many characters after a citation are compared with headings. */
const LONGEST_HEADING = 80;

/**
 * Files that `npm run new:entity` writes. A product without an entity of this kind has no such file, but the recipe
 * still applies.
 */
const GENERATED = /^app\/slices\/<name>\//;

/** The files that a name matches. It may omit the extension and contain `<placeholders>`. */
function found(name: string): string[] {
  const pattern = name.replace(/<[^>]*>/g, "*").replace(/[.,:]+$/, "");
  // For example, docs/decisions/0012 means docs/decisions/0012-audit-log.md, and http/refusal means
  // http/refusal.server.ts.
  return globSync([pattern, `${pattern}${/\/\d{4}$/.test(pattern) ? "-*" : ".*"}`]);
}

/** The files that a text names and that do not exist. A recipe marks files that its reader will create with "(new)". */
export function missingFiles(words: string): string[] {
  const fromApp = new RegExp(`(?<![\\w#/.@~-])(?:${foldersOfApp().join("|")})/[a-z][\\w./-]*\\w`, "g");
  const newFiles = [...words.matchAll(/`([^`]+)` \(new\)/g)].map(([, name]) => name);
  const isMissing = (name: string, pattern: string) =>
    !newFiles.includes(name) && !GENERATED.test(name) && found(pattern).length === 0;
  return [
    ...(words.match(FROM_ROOT) ?? []).filter((name) => isMissing(name, name)),
    ...(words.match(fromApp) ?? []).filter((name) => isMissing(name, `app/{${name},core/${name}}`)),
  ];
}

/** The names that, according to a text, are in a file, but that the file does not contain. */
export const missingNames = (words: string): string[] =>
  [...words.matchAll(NAME_IN_FILE)]
    .filter(
      ([, name = "", place = ""]) =>
        !globSync([place, `app/${place}`, `app/core/${place}`, `tests/support/${place}`]).some((found) =>
          readFileSync(found, "utf8").includes(name),
        ),
    )
    .map(([citation]) => citation);

/** Matches code in a document: a block, or a part of a line. */
const CODE = /^```.*?^```$|`[^`\n]+`/gms;

/** The broken links of a document. Links in code are examples. @param file the document */
export const brokenLinks = (file: string, text: string): string[] =>
  [...text.replace(CODE, "").matchAll(LINK)]
    .map(([, link, anchor]) => ({ target: link ? path.join(path.dirname(file), link) : file, anchor }))
    .filter(({ target, anchor }) => {
      if (globSync(target).length === 0) return true;
      return anchor !== undefined && !headingsOf(target).map(anchorOf).includes(anchor);
    })
    .map(({ target, anchor }) => (anchor ? `${target}#${anchor}` : target));

const headingsOf = (document: string): string[] =>
  [...readFileSync(document, "utf8").matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) => title);

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

/**
 * The slices that a part of a document is about, from the HTML comment at its end. The part is removed when any of
 * these slices is.
 */
export const slicesOf = (text: string): string[] =>
  [...text.matchAll(/<!-- ([a-z][\w-]*(?:, [\w-]+)*) -->/g)].flatMap(([, names = ""]) => names.split(", "));

/** The slices that a part of a document is about and that do not exist. */
export const missingSlices = (text: string): string[] =>
  slicesOf(text).filter((name) => !existsSync(`app/slices/${name}`));

/** The sections of documents that a text cites and that do not exist. */
export const missingSections = (words: string): string[] =>
  [...words.matchAll(SECTION)].flatMap(({ 0: citation, 1: document = "", index }) => {
    const cited = words.slice(index + citation.length).slice(0, LONGEST_HEADING);
    if (globSync(document).length > 0 && headingsOf(document).some((title) => cited.startsWith(title)))
      return [];
    return [citation + cited.split(/[.;:)|]/)[0]];
  });
