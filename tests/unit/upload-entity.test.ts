import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readCommandLine } from "#scripts/entity/definition.ts";
import { filesOf } from "#scripts/entity/files.ts";
import { registrationsOf } from "#scripts/entity/registrations.ts";

/** Reads the arguments of a command that is right. */
async function entityOf(...args: string[]) {
  const command = await readCommandLine(args);
  if (!command) throw new Error("help was shown");
  return command.entity;
}

/** Code without what the formatter decides. */
const bare = (code: string) =>
  code
    .replace(/\s+/g, "")
    .replace(/,(?=[)}\]])/g, "")
    .replace(/(?<=&&)\((<.*>)\)(?=\})/, "$1");

/** The lines of a file, of which imports may stand in any order. */
const inOrder = (code: string) =>
  code
    .split("\n")
    .map((line) => line.trim())
    .sort()
    .join("\n");

test("docs/recipes/take-a-picture.md shows by hand what the generator writes", async () => {
  const recipe = readFileSync("docs/recipes/take-a-picture.md", "utf8");
  const [, section = ""] = /^## Add it to(.*?)^## /ms.exec(recipe) ?? [];
  const blocks = [...section.matchAll(/^```tsx?\n(.*?)^```$/gms)].map(([, code = ""]) => code);
  expect(blocks).toHaveLength(14);
  const entity = await entityOf("trail", "name:text!", "region:text", "photo:image");
  const shared = registrationsOf(entity, ["en"]).map(({ file, change }) =>
    change(readFileSync(file, "utf8")),
  );
  const written = [...filesOf(entity, ["en"]).values(), ...shared].map((text) => text ?? "");
  for (const block of blocks) {
    const isWritten = written.some(
      (text) =>
        bare(text).includes(bare(block).replace(/,$/, "")) || bare(inOrder(text)) === bare(inOrder(block)),
    );
    expect(isWritten, block).toBe(true);
  }
});

test("without a picture nothing is said of one", async () => {
  for (const of of [[], ["--of", "user", "--share"], ["--of", "user", "--public"]]) {
    const entity = await entityOf("trip", "title:text!", "note:longtext", ...of);
    for (const [file, text] of filesOf(entity, []))
      expect(text, file).not.toMatch(/slices\/upload|thumbnail/i);
  }
});

test("pages show each picture, and a list the first one", async () => {
  const files = filesOf(await entityOf("trail", "name:text!", "coverPhoto:image", "map:image"), []);
  expect(files.get("app/slices/trail/trail-details.tsx")).toContain("trail.coverPhoto.large");
  expect(files.get("app/slices/trail/trail-details.tsx")).toContain("trail.map.large");
  expect(files.get("app/slices/trail/trail.server.ts")).toContain("pictureIdOf(TRAIL_COVER_PHOTO,");
  expect([...files.keys()]).toContain("app/slices/trail/routes/manager/trail-cover-photo.tsx");
});
