import { expect, test } from "vitest";
import { permissionOf } from "#app/page-permissions.ts";
import { readAccessRules } from "#tests/support/access.ts";

const rules = await readAccessRules();
const ID = "0c6ed0b4-7d8e-4a44-9a0e-7d3f5cf3f1a0";

test("links require the permission of the page that they lead to", () => {
  const pages = rules.filter(
    // The preview of an import is left out, because only the import's form leads to it, and requires the same
    // permission.
    ({ path }) => /^\/(app|manager)\b/.test(path) && !/\*$|\/import\/:id$/.test(path),
  );
  const asked = pages.map(({ path }) => [path, permissionOf(path.replaceAll(/:\w+/g, ID))]);
  const required = pages.map(({ path, who }) => [path, who.startsWith("apps:") ? null : who]);
  expect(Object.fromEntries(asked), "name the page and its permission in app/page-permissions.ts").toEqual(
    Object.fromEntries(required),
  );
});
