import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readLocales } from "#tests/support/locales.ts";
import { ERROR_CODES, RESERVED } from "./error-codes.ts";

test("the catalogue and its messages are the same codes, each refused with a status of an error", () => {
  expect(Object.keys(readLocales().en?.code ?? {}).sort()).toEqual(Object.keys(ERROR_CODES).sort());
  for (const status of Object.values(ERROR_CODES)) expect(status).toBeGreaterThanOrEqual(400);
});

test("a code is reserved only until something raises it", () => {
  const sources = globSync("app/**/*.{ts,tsx}", { exclude: ["app/error-codes*"] });
  const source = sources.map((file) => readFileSync(file, "utf8")).join();
  expect(Object.keys(RESERVED).filter((code) => new RegExp(`\\b${code}\\b`).test(source))).toEqual([]);
});
