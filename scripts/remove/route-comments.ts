import { readFileSync, writeFileSync } from "node:fs";

const ROUTES = "app/routes.ts";

/**
 * Runs what takes routes out, and takes their comments out, too: the compiler's tree leaves them on the line before, where they would
 * name another route's guard.
 */
export function withRouteComments(takeOut: () => void): void {
  const before = new Set(readFileSync(ROUTES, "utf8").split("\n").map(trimmed));
  takeOut();
  const lines = readFileSync(ROUTES, "utf8").split("\n");
  writeFileSync(ROUTES, lines.map((line) => withoutStray(line, before)).join("\n"));
}

/** A line without what has been added to its end. One that is new stays as it is. */
export function withoutStray(line: string, before: ReadonlySet<string>): string {
  const parts = line.split(" // ");
  const versions = parts.map((_, last) => parts.slice(0, last + 1).join(" // "));
  return versions.findLast((version) => before.has(trimmed(version))) ?? line;
}

const trimmed = (line: string) => line.trim();
