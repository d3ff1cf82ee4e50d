import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { withoutBindings } from "#scripts/remove/bindings.ts";

const CONFIG = readFileSync("wrangler.toml", "utf8").trimEnd();
const SAMPLE = '# What only it needs.\n[[env.preview.vectorize]] # sample\nbinding = "SAMPLE"';

test("what a slice binds goes with it, in every environment, and nothing else does", () => {
  const toml = [CONFIG, SAMPLE, "[last]\nstays = true", SAMPLE.replace(".preview", ".production"), ""].join(
    "\n\n",
  );
  expect(withoutBindings(toml, ["sample"])).toBe([CONFIG, "[last]\nstays = true", ""].join("\n\n"));
  expect(withoutBindings(toml, ["other"])).toBe(toml);
});
