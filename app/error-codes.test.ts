import { expect, test } from "vitest";
import { readLocales } from "#tests/support/locales.ts";
import { ERROR_CODES } from "./error-codes.ts";

test("the catalogue and its messages are the same codes, each refused with a status of an error", () => {
  expect(Object.keys(readLocales().en?.code ?? {}).sort()).toEqual(Object.keys(ERROR_CODES).sort());
  for (const status of Object.values(ERROR_CODES)) expect(status).toBeGreaterThanOrEqual(400);
});
