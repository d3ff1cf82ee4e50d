import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { Slice } from "#app/core/lib/slice.ts";
import type { IdentityHooks } from "#app/identity/hooks/hooks.server.ts";
import { SLICES } from "#app/slices.ts";

const slices: readonly Slice[] = SLICES;
const page = readFileSync("docs/architecture.md", "utf8");

/** The row of a table that begins with a name. */
const rowOf = (name: string) => page.split("\n").find((line) => line.startsWith(`| \`${name}\``)) ?? "";

test("docs/architecture.md has every room of the core", () => {
  const rooms = globSync("app/core/*/").map((folder) => `core/${path.basename(folder)}`);
  expect(rooms.filter((room) => !rowOf(room))).toEqual([]);
});

test.each(slices.map(({ name }) => name))(
  "docs/architecture.md has the hooks that the slice %s fills",
  async (slice) => {
    const missing: string[] = [];
    for (const file of globSync(`app/slices/${slice}/hooks.server.ts`)) {
      const exported: Record<string, IdentityHooks> = await import(path.resolve(file));
      const hooks = Object.values(exported).flatMap((filled) => Object.keys(filled));
      missing.push(...hooks.filter((hook) => !new RegExp(`[ ,]${slice}[ ,]`).test(rowOf(hook))));
    }
    expect(missing, "add the slice to the row of the hook").toEqual([]);
  },
);
