import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sessions } from "#app/schema.ts";
import { ruled } from "#app/slices.ts";
import { type PlacedRule, readAccessRules, type Target } from "#tests/support/access.ts";
import { answerTo, expectAnswer } from "#tests/support/access-answers.ts";
import { type Actor, someone } from "#tests/support/actor.ts";
import { ACTORS, enter } from "#tests/support/actors.ts";
import { dataPathOf, fillPath } from "#tests/support/fill-path.ts";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// The access matrix with the setting READ_CACHE: which pages may show older data, and which may not
// (docs/decisions/0095).

const takesClaim = new Set<string>(ruled("takesClaim").flat());
const rules = await readAccessRules();
const claiming = rules.filter(({ path }) => takesClaim.has(path.slice(1)));
/** The pages that need a session but trust no claim in a cookie. */
const others = rules.filter(
  (rule) => !claiming.includes(rule) && answerTo(someone("a visitor", null), rule) === "to sign in",
);

let worker: TestWorker;
let made = 0;
beforeAll(async () => {
  worker = await startTestWorker({ seeded: true, settings: { READ_CACHE: "true" } });
});
afterAll(() => worker.stop());

const makeTarget = ({ makeTarget }: PlacedRule, ownerId?: string | null) => {
  made += 1;
  return makeTarget(worker, made, ownerId);
};

/** Returns the URL of a rule's page, and the URL of its data. */
function urlsOf({ path, query }: PlacedRule, target: Target): string[] {
  const filled = fillPath(path, target);
  const search = query ? `?${new URLSearchParams(query(target))}` : "";
  return [filled + search, dataPathOf(filled) + search];
}

test("every page that takes a claim is in the matrix", () => {
  expect(claiming.map(({ path }) => path.slice(1)).sort()).toEqual([...takesClaim].sort());
});

/** Copies a browser. What a response does to the cookies of the copy does not change the original. */
const copyOf = ({ headers, cookies }: Visitor): Visitor =>
  Object.assign(new Visitor(worker, headers), { cookies: new Map(cookies) });

describe.each(claiming)("$path", (rule) => {
  test.each(ACTORS.filter(({ inDemo }) => !inDemo))(
    "answers $name as without copies and claims",
    async (actor) => {
      const visitor = await enter(actor, worker);
      const target = await makeTarget(rule);
      const expected = { actor, answer: answerTo(actor, rule), letIn: 200 };
      for (const script of ["", "on"]) {
        visitor.cookies.set("script", script);
        // Each URL is requested twice. The second request can use the claim and the copies that the first one
        // has left.
        for (const url of [...urlsOf(rule, target), ...urlsOf(rule, target)])
          await expectAnswer(await visitor.get(url), expected);
      }
      for (const url of urlsOf(rule, target)) {
        await expectAnswer(await visitor.post(url, {}), { ...expected, letIn: 405 });
      }
    },
  );
});

describe("a reader whose session has just been revoked", () => {
  const READER = ACTORS.find(({ name }) => name === "a reader") as Actor;
  const GONE = { actor: someone("a former reader", null), answer: "to sign in" as const, letIn: [] };
  let reader: Visitor;
  const targets = new Map<PlacedRule, Target>();

  beforeAll(async () => {
    reader = await enter(READER, worker);
    reader.cookies.set("script", "on");
    for (const rule of [...claiming, ...others]) targets.set(rule, await makeTarget(rule, reader.userId));
    for (const rule of claiming) await reader.get(urlsOf(rule, targets.get(rule) as Target)[0] as string);
    expect(reader.cookies.has("claim"), "unless no page of the product takes one").toBe(claiming.length > 0);
    await worker.db.delete(sessions).where(eq(sessions.userId, reader.userId as string));
  });

  test.each(claiming)("may still open $path with a claim, until the claim is gone", async (rule) => {
    const visitor = copyOf(reader);
    const [page = ""] = urlsOf(rule, targets.get(rule) as Target);
    const answer = await visitor.get(page);
    expect(answer.status).toBe(200);
    expect(databaseCost(answer).queries).toBe(0);
    visitor.cookies.delete("claim");
    await expectAnswer(await visitor.get(page), GONE);
  });

  test.each(others)("is refused at $path, by page and by form", async (rule) => {
    const target = targets.get(rule) as Target;
    for (const url of urlsOf(rule, target)) {
      await expectAnswer(await copyOf(reader).get(url), GONE);
      for (const { intent, fields } of rule.forms ?? []) {
        const form = { ...(intent !== undefined && { intent }), ...fields?.(target) };
        await expectAnswer(await copyOf(reader).post(url, form), GONE);
      }
    }
  });
});
