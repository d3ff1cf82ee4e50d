import { getTableName } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { passkeys, secondSteps } from "#app/schema.ts";
import { startCommands } from "#tests/support/commands.ts";
import { everythingIn } from "#tests/support/filled-database.ts";

let commands: Awaited<ReturnType<typeof startCommands>>;
beforeAll(async () => {
  commands = await startCommands();
});
afterAll(() => commands.stop());

test("the command resets a user's factors in a deployed database after its name is typed", async () => {
  const { deployed, name, script } = commands;
  const args = ["--email", "ada@example.com", "--env", "production"];
  const before = await everythingIn(deployed.d1);
  const refused = await script("factor-reset", args, { typed: "y\n" });
  expect(refused.output).toContain("ada@example.com has a second step and passkeys, which will be removed.");
  expect(refused.output).toContain("Not reset: nothing was done");
  expect(refused.code).toBe(1);
  expect(await everythingIn(deployed.d1)).toEqual(before);

  const { code, output } = await script("factor-reset", args, { typed: `${name}\n` });
  expect(output).toContain("An emailed code now signs them in.");
  expect(code).toBe(0);
  const { rows } = await everythingIn(deployed.d1);
  expect(rows[getTableName(secondSteps)]).toMatchObject([{ sealed: null, switched_on_at: null }]);
  expect(rows[getTableName(passkeys)]).toEqual([]);
  expect(rows.notices?.at(-1)).toMatchObject({ about: "factorsReset" });
});

test.each([
  [[], "name the user with --email"],
  [["--email", "ada@example.com", "--env", "staging"], "--env must be one of"],
])("the arguments %j are refused before anything happens", async (args, reason) => {
  const { api, script } = commands;
  api.asked.length = 0;
  const { code, output } = await script("factor-reset", args);
  expect(output).toContain(`Not reset: ${reason}`);
  expect(output).not.toContain("    at ");
  expect(code).toBe(1);
  expect(api.asked).toEqual([]);
});
