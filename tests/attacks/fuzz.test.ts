import { globSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEFAULT_LANGUAGE } from "#app/core/i18n/languages.ts";
import { type PlacedRule, readAccessRules, type Target } from "#tests/support/access.ts";
import type { Actor } from "#tests/support/actor.ts";
import { ACTORS, enter } from "#tests/support/actors.ts";
import { dataPathOf, fillPath } from "#tests/support/fill-path.ts";
import { HOSTILE_TEXTS } from "#tests/support/hostile-texts.ts";
import { expectSound } from "#tests/support/sound.ts";
import type { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Sends random forms and search parameters to every route that takes them. Every response must be valid. Each
// run sends the same requests; FUZZ_SEED=<number> sends others. A failure names the seed and the request.

const seed = Number(process.env.FUZZ_SEED ?? 20_261_121);
/** How many requests about the same target are sent at the same time. */
const AT_ONCE = 8;

const rules = await readAccessRules();

let worker: TestWorker;
let numberOfTargets = 1000;
beforeAll(async () => {
  worker = await startTestWorker({ seeded: true });
});
afterAll(() => worker.stop());

/** Finds an actor who may open a route. */
const insiderOf = ({ who }: PlacedRule) =>
  ACTORS.find(({ name }) => name === (who === "visitors" ? "a visitor" : "an administrator")) as Actor;

const makeTarget = ({ makeTarget }: PlacedRule) => {
  numberOfTargets += 1;
  return makeTarget(worker, numberOfTargets);
};

/** Generates texts that are encoded like the cursor of a list. */
const cursor = fc
  .array(fc.oneof(fc.string(), fc.integer(), fc.constant(null)), { maxLength: 4 })
  .map((keys) => Buffer.from(JSON.stringify(keys)).toString("base64url"));

/** Generates values that nobody would type. */
const odd = fc.oneof(
  fc.constantFrom(
    ...HOSTILE_TEXTS,
    ...[
      "",
      " ",
      "null",
      "-1",
      "1e999",
      "9".repeat(400),
      "2026-02-30",
      "0000-00-00",
      "%",
      "%00",
      "\u0000",
      "\ud800",
    ],
    ...[
      "' or 1=1; --",
      "__proto__",
      "constructor",
      "a".repeat(9000),
      "../../x",
      "\r\nX-Header: 1",
      "[object Object]",
    ],
  ),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.uuid(),
  fc.emailAddress(),
  fc.integer().map(String),
  cursor,
);

/** Generates names that no field has. */
const oddName = fc.oneof(
  fc.constantFrom(
    "__proto__",
    "id",
    "intent",
    "email[0]",
    "a.b",
    "",
    "__intent__",
    "toString",
    "x".repeat(200),
  ),
  fc.string({ unit: "binary", maxLength: 12 }),
);

describe("forms", () => {
  const withForms = rules.filter(({ forms }) => forms?.some(({ readsBody }) => readsBody !== false));

  test.each(withForms)("of $path", async (rule) => {
    const actor = insiderOf(rule);
    const sample = await makeTarget(rule);
    const forms = rule.forms ?? [];
    const names = [
      ...new Set(["intent", "id", ...forms.flatMap((form) => Object.keys(form.fields?.(sample) ?? {}))]),
    ];
    const request = fc.record({
      form: fc.nat(forms.length - 1),
      // Decides for each field whether it keeps its valid value, gets an odd value, is sent twice, or is left
      // out.
      fields: fc.array(fc.tuple(fc.constantFrom("right", "right", "odd", "twice", "missing"), odd), {
        minLength: names.length,
        maxLength: names.length,
      }),
      more: fc.array(fc.tuple(oddName, odd), { maxLength: 2 }),
      asData: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (requests) => {
        const visitor = await enter(actor, worker);
        const target = await makeTarget(rule);
        const page = fillPath(rule.path, target) + searchOf(rule, target);
        await Promise.all(
          requests.map(async ({ form, fields, more, asData }) => {
            const right = { intent: forms[form]?.intent, ...forms[form]?.fields?.(target) } as Target;
            const body = new URLSearchParams();
            for (const [n, name] of names.entries()) {
              const [how, value] = fields[n] ?? ["missing", ""];
              if (how === "odd" || how === "twice") body.append(name, value);
              if ((how === "right" || how === "twice") && right[name] !== undefined)
                body.append(name, right[name]);
            }
            for (const [name, value] of more) body.append(name, value);
            const url = asData ? page.replace(/(?=\?|$)/, ".data") : page;
            await expectSound(await visitor.post(url, {}, { body }), `POST ${url} ${body}`);
          }),
        );
      }),
      { seed, numRuns: 6, endOnFailure: true },
    );
  });
});

describe("search parameters", () => {
  /** Every parameter that the code reads. */
  const PARAMETERS = [
    ...new Set(
      globSync("app/**/*.{ts,tsx}").flatMap((file) =>
        [...readFileSync(file, "utf8").matchAll(/searchParams\s*\.(?:get|has|getAll)\("(\w+)"\)/g)].map(
          ([, name]) => name as string,
        ),
      ),
    ),
    // The code reads these parameters in a loop (app/core/lists/filters/day-range.server.ts).
    "from",
    "to",
    "lng",
    "_routes",
    "index",
  ];

  test("are found in the code", () => {
    expect(PARAMETERS).toEqual(
      expect.arrayContaining(["redirect", "searchTerm", "after", "confirm", "email"]),
    );
  });

  test.each(rules)("of $path", async (rule) => {
    const visitor: Visitor = await enter(insiderOf(rule), worker);
    const page = fillPath(rule.path, await makeTarget(rule));
    const value = fc.oneof(odd, fc.constantFrom("delete", "ban", DEFAULT_LANGUAGE, "change-name", "sign-in"));
    const request = fc.record({
      parameters: fc.array(fc.tuple(fc.constantFrom(...PARAMETERS), value), { minLength: 1, maxLength: 4 }),
      asData: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: AT_ONCE, maxLength: AT_ONCE }), (requests) =>
        Promise.all(
          requests.map(async ({ parameters, asData }) => {
            const url = `${asData ? dataPathOf(page) : page}?${new URLSearchParams(parameters)}`;
            await expectSound(await visitor.get(url), `GET ${url}`);
          }),
        ).then(() => {}),
      ),
      { seed, numRuns: 3, endOnFailure: true },
    );
  });
});

const searchOf = ({ query }: PlacedRule, target: Target) =>
  query ? `?${new URLSearchParams(query(target))}` : "";
