import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ROUTES } from "#scripts/lib/routes.ts";
import { type PlacedRule, readAllAccessRules } from "#tests/support/access.ts";

// The access matrix (tests/integration/access.test.ts) proves only what tests/access/ states. These tests keep those
// rules complete, so a route, a form or an intent without a rule fails here.

const HOW = "Say who may, in a file of tests/access/ (docs/testing.md, The access matrix).";

const rules = await readAllAccessRules();
const ruleOf = (path: string): PlacedRule | undefined => rules.find((rule) => rule.path === path);
const read = (file: string) => readFileSync(file, "utf8");
const sources = globSync("app/**/*.{ts,tsx}").filter((file) => !/\.test\.tsx?$/.test(file));

/** The intents that the schemas of a file name. */
const intentsIn = (file: string) =>
  [...read(file).matchAll(/\bintent: z\.literal\("([^"]+)"\)/g)].map(([, intent]) => intent as string);

test.each(ROUTES)("$path has a rule", ({ path, files }) => {
  const rule = ruleOf(path);
  if (!rule) throw new Error(`No rule says who may open ${path}. ${HOW}`);
  if (rule.who === "programs") return;
  const route = read(files.at(-1) as string);
  const hasAction = /^export (async )?(function|const) action\b/m.test(route);
  if (hasAction && !rule.forms?.length) throw new Error(`No rule says who may post to ${path}. ${HOW}`);
  if (!hasAction && rule.forms) throw new Error(`${path} has no action, but its rule has forms.`);
});

test("a page of an owned row also has a rule for strangers", () => {
  const untried = rules.filter(
    ({ who, path, owned, answer }) =>
      who.endsWith(":own") && path.includes("/:") && !owned && answer === undefined,
  );
  expect(
    untried.map(({ path }) => `"${path}"`),
    "add `owned: true` to these rules in tests/access/",
  ).toEqual([]);
});

test("every rule has a route", () => {
  const paths = ROUTES.map(({ path }) => path);
  expect(rules.map(({ path }) => path).filter((path) => !paths.includes(path))).toEqual([]);
});

test.each(ROUTES)("$path requires the permissions of its rule in its guard", ({ path, files }) => {
  const { who = "everyone", forms = [], intentsIn: actions = [] } = ruleOf(path) ?? {};
  const guards = files.map(read).join("\n");
  if (who.includes(":")) expect(guards).toMatch(new RegExp(`requirePermission(InParallel)?\\("${who}"\\)`));
  const checks = guards + actions.map(read).join("\n");
  for (const { needs, intent } of forms) {
    // The code may also take the name of a permission from the intent, or from the entity in the path.
    const named =
      checks.includes(`"${needs}"`) ||
      (checks.includes(`"${intent}"`) && needs === `user:${intent}`) ||
      (path.includes(":entity") && checks.includes(`\${entity}:${needs?.split(":")[1]}`));
    if (needs?.includes(":")) expect(named, `${path} checks ${needs}`).toBe(true);
  }
});

/** Whether another file uses the form. A slice may have forms that only entities of a later product show. */
const isUsed = (file: string) => sources.some((other) => read(other).includes(path.basename(file)));

test.each(sources.filter((file) => intentsIn(file).length > 0 && isUsed(file)))(
  "each intent in %s has a rule",
  (file) => {
    const claims = rules.filter(({ intentsIn: files }) => files?.includes(file));
    if (claims.length === 0) throw new Error(`No rule has intentsIn: "${file}". ${HOW}`);
    for (const { path, forms = [] } of claims) {
      for (const intent of intentsIn(file)) {
        if (!forms.some((form) => form.intent === intent))
          throw new Error(`No rule says who may post the intent "${intent}" to ${path}. ${HOW}`);
      }
      const known = claims.flatMap(({ intentsIn: files = [] }) => files.flatMap(intentsIn));
      expect(forms.map(({ intent }) => intent).filter((intent) => !known.includes(intent ?? ""))).toEqual([]);
    }
  },
);

test("every intent is written in such a way that the test above finds it", () => {
  for (const file of sources) {
    const text = read(file);
    const declared = text.match(/\bintent["']?\s*:\s*z\s*\./g) ?? [];
    const of = `${file}: declare an intent as { intent: z.literal("...") }`;
    expect(declared.length, of).toBe(intentsIn(file).length);
    // Schemas of forms use a union only to choose between forms, so each union must be by intent.
    if (!/\bparseForm\(/.test(text) && !file.endsWith(".schema.ts")) continue;
    for (const [, field] of text.matchAll(/discriminatedUnion\(\s*"(\w+)"/g))
      expect(field, of).toBe("intent");
  }
});

test("every action reads the intent through its schema", () => {
  const reading = sources.filter((file) => /\.get(All)?\(\s*["'`]intent["'`]/.test(read(file)));
  // The button looks at the form that it is sending, to show that it is busy.
  expect(reading).toEqual(["app/core/ui/button.tsx"]);
});
