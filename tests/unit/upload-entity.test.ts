import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readCommandLine } from "#scripts/entity/definition.ts";
import { filesOf } from "#scripts/entity/files.ts";
import { registrationsOf } from "#scripts/entity/registrations.ts";

/** Reads the arguments of a valid command. */
async function entityOf(...args: string[]) {
  const command = await readCommandLine(args);
  if (!command) throw new Error("help was shown");
  return command.entity;
}

/** Code without the parts that depend on the formatter. */
const bare = (code: string) =>
  code
    .replace(/\s+/g, "")
    .replace(/,(?=[)}\]])/g, "")
    .replace(/(?<=&&)\((<.*>)\)(?=\})/, "$1");

/** The code of a file with its imports sorted. */
const inOrder = (code: string) => {
  const lines = code.split("\n");
  const isImport = (line: string) => line.startsWith("import ");
  return [...lines.filter(isImport).sort(), ...lines.filter((line) => !isImport(line))].join("\n");
};

const recipe = readFileSync("docs/recipes/take-a-picture.md", "utf8");

test.each([
  ["## Add it to", 17, ["trail", "name:text!", "region:text", "photo:image"]],
  ["## Another file", 1, ["trip", "title:text!", "permit:file", "--of", "user"]],
] as const)(
  "docs/recipes/take-a-picture.md shows the code that the generator writes: %s",
  async (heading, count, args) => {
    const [, section = ""] = new RegExp(`^${heading}(.*?)^## `, "ms").exec(recipe) ?? [];
    const blocks = [...section.matchAll(/^```tsx?\n(.*?)^```$/gms)].map(([, code = ""]) => code);
    expect(blocks).toHaveLength(count);
    const entity = await entityOf(...args);
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
  },
);

test("without a field for a file, no generated file mentions uploads", async () => {
  for (const of of [[], ["--of", "user", "--share"], ["--of", "user", "--public"]]) {
    const entity = await entityOf("trip", "title:text!", "note:longtext", ...of);
    for (const [file, text] of filesOf(entity, []))
      expect(text, file).not.toMatch(/slices\/upload|thumbnail/i);
  }
});

test("the page of a link that shares a row shows its picture and no other file", async () => {
  const args = ["trip", "title:text!", "photo:image", "permit:file", "--of", "user", "--share"];
  const files = filesOf(await entityOf(...args), []);
  const page = files.get("app/slices/trip/routes/trip-shared.tsx");
  expect(page).toContain("withTripFiles");
  expect(page).toContain("permit: undefined");
});

test("pages show every picture, and lists the first one", async () => {
  const files = filesOf(await entityOf("trail", "name:text!", "coverPhoto:image", "map:image"), []);
  expect(files.get("app/slices/trail/trail-details.tsx")).toContain("trail.coverPhoto.large");
  expect(files.get("app/slices/trail/trail-details.tsx")).toContain("trail.map.large");
  expect(files.get("app/slices/trail/trail.server.ts")).toContain("pictureId: trails.coverPhotoId");
  expect(files.get("app/slices/trail/routes/manager/trails.tsx")).toContain(
    "<Thumbnail src={thumbnail} isSmall />",
  );
  expect([...files.keys()]).toContain("app/slices/trail/routes/manager/trail-cover-photo.tsx");
});
