import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readLocales } from "#tests/support/locales.ts";
import { ERROR_CODES, OF_SEVERAL_SLICES, RAISED, RESERVED } from "./error-codes.ts";
import { SLICES } from "./slices.ts";

test("every error code has a message and the status of an error", () => {
  expect(Object.keys(readLocales().en?.code ?? {}).sort()).toEqual(Object.keys(ERROR_CODES).sort());
  for (const status of Object.values(ERROR_CODES)) expect(status).toBeGreaterThanOrEqual(400);
});

const sources = globSync("{app,workers}/**/*.{ts,tsx}", { exclude: ["app/error-codes*", "app/**/*.test.*"] });
const source = sources.map((file) => readFileSync(file, "utf8")).join();

test("a code is listed as reserved only until some code raises it", () => {
  expect(Object.keys(RESERVED).filter((code) => new RegExp(`\\b${code}\\b`).test(source))).toEqual([]);
});

test("every other error code is raised somewhere", () => {
  // Where slices declare codes, the codes are keys without quotation marks.
  const silent = Object.keys(RAISED).filter((code) => !source.includes(`"${code}"`));
  const isThere = (slice: string) => SLICES.some(({ name }) => name === slice);
  const mayBeSilent = ["api", "genre", "passkey", "demo"].every(isThere)
    ? []
    : Object.keys(OF_SEVERAL_SLICES);
  expect(silent.filter((code) => !mayBeSilent.includes(code))).toEqual([]);
});
