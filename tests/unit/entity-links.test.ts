import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readCommandLine } from "#scripts/entity/definition.ts";
import { filesOf } from "#scripts/entity/files.ts";
import { registrationsOf } from "#scripts/entity/registrations.ts";

/** Reads the arguments of a valid command, for rows that belong to users. */
async function entityOf(...args: string[]) {
  const command = await readCommandLine([...args, "--of", "user"]);
  if (!command) throw new Error("help was shown");
  return command.entity;
}

/** Code without the parts that depend on the formatter. */
const bare = (code: string) => code.replace(/\s+/g, "").replace(/,(?=[)}\]])/g, "");

test("docs/recipes/share-a-row.md shows the code that the generator writes", async () => {
  const recipe = readFileSync("docs/recipes/share-a-row.md", "utf8");
  const [, section = ""] = /^## Add it to(.*?)^## /ms.exec(recipe) ?? [];
  const blocks = [...section.matchAll(/^```tsx?\n(.*?)^```$/gms)].map(([, code = ""]) => code);
  expect(blocks).toHaveLength(11);
  const entity = await entityOf("trip", "title:text!", "startsOn:date", "note:longtext", "--share");
  const shared = registrationsOf(entity, ["en"]).map(({ file, change }) =>
    change(readFileSync(file, "utf8")),
  );
  const written = [...filesOf(entity, ["en"]).values(), ...shared].map((text) => bare(text ?? ""));
  for (const block of blocks)
    expect(
      written.some((text) => text.includes(bare(block).replace(/,$/, ""))),
      block,
    ).toBe(true);
});

test("the page of a link shows everything except long texts, and the share dialog has no line for them", async () => {
  const entity = await entityOf("trip", "title:text!", "diary:longtext!", "note:longtext", "--share");
  const files = filesOf(entity, []);
  const page = files.get("app/slices/trip/routes/trip-shared.tsx");
  expect(page).toContain("({ ...trip, diary: undefined, note: undefined })");
  const details = files.get("app/slices/trip/trip-details.tsx");
  expect(details).toContain('Omit<FoundTrip, "diary" | "note">');
  expect(details).toContain('[Field in "diary" | "note"]?: FoundTrip[Field] | undefined');
  const readme = files.get("app/slices/trip/README.md");
  expect(readme).toContain("without its diary and its note");
});

test("without a long text, the page of a link shows everything, and its test expects nothing to be hidden", async () => {
  const files = filesOf(await entityOf("trip", "title:text!", "startsOn:date", "--share"), []);
  expect(files.get("app/slices/trip/routes/trip-shared.tsx")).toContain("show: (trip) => trip }");
  expect(files.get("tests/integration/trips-link.test.ts")).not.toContain("hides");
});

test("without --share, no generated file mentions a link", async () => {
  const entity = await entityOf("trip", "title:text!", "note:longtext");
  for (const [file, text] of filesOf(entity, [])) expect(text, file).not.toMatch(/link:|sharedAt|shared_at/);
});
