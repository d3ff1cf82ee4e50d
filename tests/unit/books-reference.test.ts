import { expect, test } from "vitest";
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
