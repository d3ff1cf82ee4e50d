import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/** The floors, from the lowest one. No floor imports from a later one. */
const FLOORS = ["core", "identity", "slices", "routes"];

/** The files of the product that each file imports, without tests. A route's generated types are not a file. */
const IMPORTS = globSync("app/*/**/*.{ts,tsx}", { exclude: ["**/*.test.*"] }).map((file) => ({
  file,
  imports: [...readFileSync(file, "utf8").matchAll(/\b(?:from|import)\s*\(?\s*"(#app\/|\.\.?\/)([^"]+)"/g)]
    .filter(([, , name]) => !name?.includes("+types"))
    .map(([, start, name]) =>
      start === "#app/" ? `app/${name}` : path.join(path.dirname(file), `${start}${name}`),
    )
    .filter((imported) => imported.split("/").length > 2),
}));

const floorOf = (file: string) => FLOORS.indexOf(file.split("/")[1] ?? "");

test("no file imports from a floor above its own", () => {
  const up = IMPORTS.flatMap(({ file, imports }) =>
    imports
      .filter((imported) => floorOf(imported) > floorOf(file))
      .map((imported) => `${file} -> ${imported}`),
  );
  expect(up).toEqual([]);
});

test.each([2, 3, 4, 5])("no folders depend on each other in a circle, at level %i", (depth) => {
  const folderOf = (file: string) => path.dirname(file).split("/").slice(0, depth).join("/");
  const needs = new Map<string, Set<string>>();
  for (const { file, imports } of IMPORTS) {
    const folder = folderOf(file);
    for (const other of imports.map(folderOf)) {
      // A folder and the folders in it may depend on each other.
      if (`${folder}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${folder}/`)) continue;
      needs.set(folder, (needs.get(folder) ?? new Set()).add(other));
    }
  }
  expect(circleIn(needs)).toBeNull();
});

test("no folder has so many files that readers lose track of them", () => {
  const counts = new Map<string, number>();
  for (const file of globSync("app/**/*.{ts,tsx,css}"))
    counts.set(path.dirname(file), (counts.get(path.dirname(file)) ?? 0) + 1);
  expect([...counts].filter(([, count]) => count > 40)).toEqual([]);
});

/** A circle of folders, each of which depends on the next; null if there is none. */
function circleIn(needs: Map<string, Set<string>>): string[] | null {
  const done = new Set<string>();
  const visit = (folder: string, trail: string[]): string[] | null => {
    if (trail.includes(folder)) return [...trail.slice(trail.indexOf(folder)), folder];
    if (done.has(folder)) return null;
    for (const other of needs.get(folder) ?? []) {
      const circle = visit(other, [...trail, folder]);
      if (circle) return circle;
    }
    done.add(folder);
    return null;
  };
  for (const folder of needs.keys()) {
    const circle = visit(folder, []);
    if (circle) return circle;
  }
  return null;
}
