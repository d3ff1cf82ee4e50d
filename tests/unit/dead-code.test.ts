import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";

import { removeUnused } from "#scripts/remove/dead-code.ts";

const SOURCE = `const unusedFirst = () => {
  const unusedInside = 1;
};
const used = { a: 1, b: 2 };
const { a, b: unusedPart } = used;
interface UnusedShape {
  a: number;
}
export default { a, used };
`;

const UNUSED = ["unusedFirst", "unusedInside", "unusedPart", "UnusedShape"];

/** The places where the unused names are declared, in the linter's format. */
const places = (file: string) =>
  UNUSED.map((name) => {
    const before = SOURCE.slice(0, SOURCE.indexOf(name)).split("\n");
    return { file, line: before.length, column: (before.at(-1) ?? "").length + 1 };
  });

const orders = <T>(items: readonly T[]): T[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((item) => orders(items.filter((one) => one !== item)).map((rest) => [item, ...rest]));

it("removes unused code, in whatever order the linter reports it", () => {
  const folder = mkdtempSync(join(tmpdir(), "unused-"));
  try {
    const file = join(folder, "some.ts");
    for (const order of orders(places(file))) {
      writeFileSync(file, SOURCE);
      removeUnused(order);
      expect(readFileSync(file, "utf8")).toBe(
        "const used = { a: 1, b: 2 };\nconst { a } = used;\nexport default { a, used };\n",
      );
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
