import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { withoutBindings } from "#scripts/remove/bindings.ts";

const CONFIG = readFileSync("wrangler.toml", "utf8").trimEnd();
const SAMPLE = '# What only it needs.\n[[env.preview.vectorize]] # sample\nbinding = "SAMPLE"';

test("a slice's bindings are removed with it in every environment, and no others are", () => {
  const toml = [CONFIG, SAMPLE, "[last]\nstays = true", SAMPLE.replace(".preview", ".production"), ""].join(
    "\n\n",
  );
  expect(withoutBindings(toml, ["sample"])).toBe([CONFIG, "[last]\nstays = true", ""].join("\n\n"));
  expect(withoutBindings(toml, ["other"])).toBe(toml);
});
