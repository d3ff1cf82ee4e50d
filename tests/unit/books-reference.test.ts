import { expect, test } from "vitest";
import { ENTITY_NAMES } from "#app/entities.ts";
import { readCommandLine } from "#scripts/entity/definition.ts";

test("a generated entity refers to another one by the name of that entity", async () => {
  const command = await readCommandLine(["trail", "name:text!", "genre:ref!"]);
  expect(command?.entity.fields[1]).toMatchObject({
    name: "genreId",
    column: "genre_id",
    type: "reference",
    required: true,
    target: { table: "genres", title: "name" },
  });
});

test.each(["genre", "genreId"])("a unique index can include a reference: %s", async (field) => {
  const command = await readCommandLine(["trail", "name:text!", "genre:ref!", "--unique", `name,${field}`]);
  expect(command?.entity.unique).toMatchObject([{ name: "name" }, { name: "genreId" }]);
});

test("a field can't have the name of a reference", async () => {
  const both = readCommandLine(["trail", "name:text!", "genre:ref!", "genre:text"]);
  await expect(both).rejects.toThrow("two fields named genre");
});

test("an unknown reference is refused with a list of the entities, without users, who may have no name", async () => {
  const wrong = readCommandLine(["trail", "name:text!", "planet:ref"]);
  const named = ENTITY_NAMES.filter((name) => name !== "user");
  await expect(wrong).rejects.toThrow(`There are: ${named.join(", ")}.`);
});
