import { readFileSync, writeFileSync } from "node:fs";

const ROUTES = "app/routes.ts";

/**
 * Removes routes together with their comments. The compiler's tree would move the comments to the previous line, where
 * they would describe another route's guard.
 */
export function withRouteComments(takeOut: () => void): void {
  const before = new Set(readFileSync(ROUTES, "utf8").split("\n").map(trimmed));
  takeOut();
  const lines = readFileSync(ROUTES, "utf8").split("\n");
  writeFileSync(ROUTES, lines.map((line) => withoutStray(line, before)).join("\n"));
}

/**
 * A line of code without the comments that the compiler's tree has moved to its end. Lines that are new stay
 * as they are.
 */
export function withoutStray(line: string, before: ReadonlySet<string>): string {
  const parts = line.split(" // ");
  const versions = parts.map((_, last) => parts.slice(0, last + 1).join(" // "));
  return versions.findLast((version) => before.has(trimmed(version))) ?? line;
}

const trimmed = (line: string) => line.trim();
