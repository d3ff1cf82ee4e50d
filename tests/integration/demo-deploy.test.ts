import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { startCommands } from "#tests/support/commands.ts";

test("the demo, which sends no emails, is deployed without BASE_URL", async () => {
  const commands = await startCommands();
  expect(readFileSync(path.join(commands.folder, "wrangler.toml"), "utf8")).not.toMatch(
    /^\[env\.demo\.vars\]\n(?:.+\n)*BASE_URL/m,
  );
  const { output } = await commands.script("deploy", ["--env", "demo"], { until: "== build" });
  expect(output).toContain("== build");
  await commands.stop();
});
