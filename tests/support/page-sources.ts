import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

// The part of the sources that a page loads into the browser, as text: enough to see which strings it may show.

/** An import or a re-export. */
const IMPORT = /^(?:import|export)\s+(type\s+)?([^;"]*?)\s*from\s+"([^"]+)";$/gm;
/** The exports of a route module for the server only, which the bundler removes. */
const ON_THE_SERVER = [
  /^export (?:async )?function (?:loader|action)\b[\s\S]*?^}$/gm,
  /^export const (?:loader|action|middleware) =(?:[^\n]*;|[\s\S]*?^[\])}]+;)$/gm,
];
const COMMENTS = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

/** Every file that a file loads into the browser, including itself: its code, without comments and imports. */
export function browserSources(file: string, found = new Map<string, string>()): Map<string, string> {
  if (found.has(file) || !existsSync(file)) return found;
  const source = readFileSync(file, "utf8").replace(COMMENTS, "");
  const code = ON_THE_SERVER.reduce((text, part) => text.replace(part, ""), source.replace(IMPORT, ""));
  found.set(file, code);
  for (const [, type, names = "", from = ""] of source.matchAll(IMPORT)) {
    if (!type && isUsed(names, code)) follow(from);
  }
  for (const [, from = ""] of code.matchAll(/\bimport\("([^"]+)"\)/g)) follow(from);
  return found;

  function follow(from: string): void {
    if (/\.server\.tsx?$|\.css$/.test(from)) return;
    if (from.startsWith("#app/")) browserSources(from.slice(1), found);
    if (from.startsWith(".")) browserSources(path.join(path.dirname(file), from), found);
  }
}

/** Whether code uses any of the names of an import; a re-export counts as used. */
function isUsed(names: string, code: string): boolean {
  const own = names
    .replace(/[{}*]/g, "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name && !name.startsWith("type "));
  return own.some((name) => new RegExp(`\\b${name.split(" as ").at(-1)}\\b`).test(code));
}
