import { expect, test } from "vitest";
import { ENTITY_NAMES } from "#app/entities.ts";
import { readCommandLine } from "#scripts/entity/definition.ts";

test("a generated entity can refer to another one, by the name that people have for it", async () => {
  const command = await readCommandLine(["trail", "name:text!", "genre:ref!"]);
  expect(command?.entity.fields[1]).toMatchObject({
    name: "genreId",
    column: "genre_id",
    type: "reference",
    required: true,
    target: { table: "genres", title: "name" },
  });
});

test.each(["genre", "genreId"])("it can be unique together with what it refers to: %s", async (field) => {
  const command = await readCommandLine(["trail", "name:text!", "genre:ref!", "--unique", `name,${field}`]);
  expect(command?.entity.unique).toMatchObject([{ name: "name" }, { name: "genreId" }]);
});

test("its own fields are not named as what it refers to", async () => {
  const both = readCommandLine(["trail", "name:text!", "genre:ref!", "genre:text"]);
  await expect(both).rejects.toThrow("two fields named genre");
});

test("the entities that a reference can name are listed, without people, who may have no name", async () => {
  const wrong = readCommandLine(["trail", "name:text!", "planet:ref"]);
  const named = ENTITY_NAMES.filter((name) => name !== "user");
  await expect(wrong).rejects.toThrow(`There are: ${named.join(", ")}.`);
});
