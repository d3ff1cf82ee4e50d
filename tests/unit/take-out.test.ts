import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Slice } from "#app/core/lib/slice.ts";
import { SLICES } from "#app/slices.ts";
import { withDependents } from "#scripts/lib/with-dependents.ts";
import { findWhatGoes } from "#scripts/remove/take-out.ts";

const ALL: readonly Slice[] = SLICES;
const needed = ALL.find(({ name }) => withDependents(name).length > 2);

test.skipIf(!needed)("a refusal names every slice that depends on the slice", async () => {
  const [name = "", ...others] = withDependents(needed?.name ?? "");
  const refused = findWhatGoes(ALL.filter((slice) => slice.name === name));
  for (const other of others) await expect(refused).rejects.toThrow(`${other} needs ${name}`);
});

test("each command in a document that removes slices names those that need them, too", () => {
  // Documents need not name a team's own slices.
  const readme = readFileSync("README.md", "utf8");
  const isListed = (name: string) => readme.includes(`(app/slices/${name}/README.md)`);
  const known = ALL.map(({ name }) => name).filter(isListed);
  for (const file of globSync(["README.md", "docs/**/*.md", "app/slices/*/README.md"])) {
    const text = readFileSync(file, "utf8");
    const examples = [...text.matchAll(/--without ([\w,-]+)|npm run remove -- ([a-z][\w -]*?)(?= --|`|$)/gm)];
    for (const [example, list, words] of examples) {
      const names = (list ?? words ?? "").split(/[ ,]/).filter((name) => known.includes(name));
      const together = new Set(names.flatMap(withDependents).filter(isListed));
      expect(names.sort(), `${file}: ${example}`).toEqual([...together].sort());
    }
  }
});
