import { getTableName, is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import * as schema from "#app/schema.ts";
import { type FormRule, type PlacedRule, readAccessRules, type Target } from "#tests/support/access.ts";
import type { Actor } from "#tests/support/actor.ts";
import { ACTORS, enter } from "#tests/support/actors.ts";
import { askToChangeEmail } from "#tests/support/change-email.ts";
import { type Contents, contentsOf } from "#tests/support/contents.ts";
import { callsOf, disturb, FAULTS, restore, startFaultyWorker } from "#tests/support/faults.ts";
import { fillPath } from "#tests/support/fill-path.ts";
import { addUser } from "#tests/support/people.ts";
import { expectSound } from "#tests/support/sound.ts";
import { lastCode, lastLink, textOf, Visitor } from "#tests/support/visitor.ts";
import type { TestWorker } from "#tests/support/worker.ts";

// Each call of an operation to D1 and KV fails once, then the operation is tried again. Whichever call
// failed, in the end the operation has happened exactly once, and nothing is half-written.

const rules = await readAccessRules();

let worker: TestWorker;
let numberOfTargets = 0;
beforeAll(async () => {
  worker = await startFaultyWorker();
  // The first sign-up and the first sign-in of a day add a row to the daily counts. Later ones only change
  // it.
  const first = new Visitor(worker);
  const { verifyPath, code } = await first.askForCode("first@example.com");
  await first.confirm(verifyPath, code);
});
afterAll(() => worker.stop());
// The tests often compare all rows, so rows left by earlier operations would only slow them down.
afterEach(async () => {
  // Only the tables with rows of people and operations. Tables of counts have none of these columns, and
  // refer to no other table.
  const tables = Object.values(schema)
    .filter((table) => is(table, SQLiteTable))
    .filter((table) => "id" in table || "userId" in table || getTableConfig(table).foreignKeys.length > 0);
  const all = tables.map((table) => worker.d1.prepare(`delete from "${getTableName(table)}"`));
  await worker.d1.batch([worker.d1.prepare("pragma defer_foreign_keys = on"), ...all]);
});

/**
 * One try of an operation: a visitor, and a function that sends the visitor's request. Each try has its own
 * rows.
 */
interface Try {
  visitor: Visitor;
  send: () => Promise<Response>;
}

/**
 * Reads all rows except codes, refusals and the budgets of emails. These may differ: asking twice for a code
 * makes two codes, a refusal is not an effect, and a budget of emails counts tries.
 */
const contents = (): Promise<Contents> =>
  contentsOf(worker, {
    // `jobs` is left out, because expectJobs() checks pending jobs.
    without: ["login_challenges", "jobs"],
    where: { audit_log: "code is null", budgets: "id not like 'mail:%'" },
  });

/** Counts the added, removed and changed rows of each table. */
function effectOf(before: Contents, after: Contents): Record<string, string> {
  const effects = Object.keys(before).map((table): [string, string] => {
    const was = new Map((before[table] ?? []).map((row) => [keyOf(row), JSON.stringify(row)]));
    const is = new Map((after[table] ?? []).map((row) => [keyOf(row), JSON.stringify(row)]));
    const came = [...is.keys()].filter((key) => !was.has(key)).length;
    const went = [...was.keys()].filter((key) => !is.has(key)).length;
    const changed = [...is].filter(([key, row]) => was.has(key) && was.get(key) !== row).length;
    return [table, `+${came} -${went} ~${changed}`];
  });
  return Object.fromEntries(effects.filter(([, effect]) => effect !== NOTHING));
}

const NOTHING = "+0 -0 ~0";
/** Checks that every notice has exactly one job, and every job its notice, so that each is emailed. */
async function expectJobs(what: string): Promise<void> {
  const wrong = await worker.d1
    .prepare(
      `select about from jobs where kind = 'notice'
       group by about having count(*) > 1 or about ->> 'notice' not in (select id from notices)`,
    )
    .all();
  expect(wrong.results, what).toEqual([]);
}

/** Identifies a row: by its `id`, or by its first two columns if it has none. */
const keyOf = (row: Record<string, unknown>) => String(row.id ?? Object.values(row).slice(0, 2).join(" "));

/**
 * Lets each call of an operation fail in each way, and then tries the operation again.
 * @param options.skipped how many calls at the beginning of the operation do not fail
 * @param options.isDoneAnew as in FormRule
 */
async function expectToSurvive(prepare: () => Promise<Try>, { skipped = 0, isDoneAnew = false } = {}) {
  const whole = await prepare();
  const start = await contents();
  const answer = await whole.send();
  const calls = callsOf(answer);
  const effect = effectOf(start, await contents());
  expect(calls.length).toBeGreaterThan(skipped);
  for (const fault of FAULTS) {
    for (const [n, call] of calls.entries()) {
      if (n < skipped) continue;
      const what = `call ${n + 1} of ${calls.length} (${call}) ${fault}`;
      const { visitor, send } = await prepare();
      const before = await contents();
      disturb(visitor, n + 1, fault);
      await expectSound(await send(), what, 503);
      restore(visitor);
      const between = await contents();
      const again = await send();
      await expectSound(again, `${what}, then again`);
      const half = effectOf(before, between);
      // After the failure, either the whole operation has happened or nothing has.
      if (Object.keys(half).length > 0) expect(half, what).toEqual(effect);
      else expect(again.status, what).toBe(answer.status);
      const sum = effectOf(before, await contents());
      await expectJobs(what);
      // An edit that is sent twice is logged twice, with the same values.
      const happened = fault === "answer lost" || (isDoneAnew && Object.keys(half).length > 0);
      const edited = happened && sum.audit_log === "+2 -0 ~0";
      expect(edited ? { ...sum, audit_log: effect.audit_log } : sum, what).toEqual(effect);
      if (edited)
        expect(Object.values(sum).filter((change) => !/^\+0 -0 ~/.test(change))).toEqual(["+2 -0 ~0"]);
    }
  }
}

const makeTarget = ({ makeTarget }: PlacedRule, { userId }: Visitor) => {
  numberOfTargets += 1;
  return makeTarget(worker, numberOfTargets, userId);
};

/**
 * Every form of the access matrix that writes. The two account pages have the same forms. The first call of
 * every form is the guard's, so only the first form here tests a failure of that call.
 */
const FORMS = rules
  .flatMap((rule) =>
    (rule.forms ?? [])
      .filter((form) => form.audited !== false && !rule.path.startsWith("/app/account"))
      .map((form, n) => ({ rule, form, name: `${rule.path} ${form.intent ?? form.needs ?? n}` })),
  )
  .map((form, n) => ({ ...form, skipped: Math.min(n, 1) }));

describe("a form that fails and is sent again has one effect", () => {
  test.each(FORMS)("$name", async ({ rule, form, skipped }) => {
    const admin = ACTORS.find(({ name }) => name === "an administrator") as Actor;
    await expectToSurvive(
      async () => {
        const visitor = await enter(admin, worker);
        const target = await makeTarget(rule, visitor);
        await form.prepare?.(worker, target);
        // The page of a new row generates its id, so both tries use the same id.
        const fields = { id: crypto.randomUUID(), ...fieldsOf(form, target) };
        return { visitor, send: () => visitor.post(fillPath(rule.path, target), fields) };
      },
      { skipped, isDoneAnew: form.isDoneAnew },
    );
  });
});

const fieldsOf = ({ intent, fields }: FormRule, target: Target) => ({
  ...(intent !== undefined && { intent }),
  ...fields?.(target),
});

/** Onboarding, and operations that need a code or a link from an earlier email. */
const WITH_MAIL: Record<string, () => Promise<Try>> = {
  onboarding: async () => {
    const visitor = await Visitor.signedIn(worker, { onboardedAt: null, name: null });
    return { visitor, send: () => visitor.post("/onboarding", { name: "Ada" }) };
  },
  "signing in with a code, as somebody new": async () => {
    const visitor = new Visitor(worker);
    const { verifyPath, code } = await visitor.askForCode(`${crypto.randomUUID()}@example.com`);
    return { visitor, send: () => visitor.confirm(verifyPath, code) };
  },
  "signing in with a link": async () => {
    const visitor = new Visitor(worker);
    const { email } = await addUser(worker);
    await visitor.askForCode(email);
    const link = await lastLink(worker, email);
    return { visitor, send: () => visitor.post(link, {}) };
  },
  "changing one's email": async () => {
    const [from, to] = [`${crypto.randomUUID()}@example.com`, `${crypto.randomUUID()}@example.com`];
    const visitor = await Visitor.signedIn(worker, { email: from });
    const { path, form } = await askToChangeEmail(worker, visitor, from, to);
    return { visitor, send: () => visitor.post(path, form) };
  },
  "planning to change one's email": async () => {
    const [from, to] = [`${crypto.randomUUID()}@example.com`, `${crypto.randomUUID()}@example.com`];
    const visitor = await Visitor.signedIn(worker, { email: from });
    const { path, form } = await askToChangeEmail(worker, visitor, from, to);
    return { visitor, send: () => visitor.post(path, { ...form, intent: "plan-email" }) };
  },
  "deleting one's account": async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const visitor = await Visitor.signedIn(worker, { email });
    await visitor.post("/account/delete", { intent: "send-code" });
    const form = { intent: "delete", code: await lastCode(worker, email), confirmation: email };
    return { visitor, send: () => visitor.post("/account/delete", form) };
  },
};

describe("an operation that fails and is tried again happens once", () => {
  test.each(Object.entries(WITH_MAIL))("%s", async (_, prepare) => {
    await expectToSurvive(prepare);
  });
});

describe("after a failed email, a reader can ask for another code, which works", () => {
  test.each(FAULTS)("%s", async (fault) => {
    const email = () => `${crypto.randomUUID()}@example.com`;
    const calls = callsOf(await new Visitor(worker).post("/login", { email: email() }));
    expect(calls).toContain("KV put");
    for (const [n, call] of calls.entries()) {
      const what = `call ${n + 1} of ${calls.length} (${call}) ${fault}`;
      const visitor = new Visitor(worker);
      const address = email();
      disturb(visitor, n + 1, fault);
      await expectSound(await visitor.post("/login", { email: address }), what, 503);
      restore(visitor);
      const { verifyPath, code } = await visitor.askForCode(address);
      expect((await visitor.confirm(verifyPath, code)).status, what).toBe(302);
    }
  });
});

test("a page whose reads fail is an error page, and the next request gets the page", async () => {
  const pages = rules.filter(
    ({ path, who, answer = 200 }) => answer === 200 && who !== "visitors" && !path.startsWith("/dev/"),
  );
  for (const rule of pages) {
    const visitor = await enter(ACTORS.find(({ name }) => name === "an administrator") as Actor, worker);
    const target = await makeTarget(rule, visitor);
    const page = fillPath(rule.path, target);
    const whole = await visitor.get(page);
    for (const [n] of callsOf(whole).entries()) {
      disturb(visitor, n + 1, "refused");
      const failed = await visitor.get(page);
      restore(visitor);
      const what = `${page}, call ${n + 1}`;
      const body = await expectSound(failed, what, 503);
      // A public page may work without knowing its viewer. Every other page needs the viewer.
      if (rule.who !== "everyone") expect(failed.status, what).toBeGreaterThanOrEqual(500);
      // The HTML may contain what the page's other loaders have read, but the page does not show it.
      expect(textOf(body), what).not.toContain("unmistakable-");
    }
    expect((await visitor.get(page)).status, page).toBe(200);
  }
});
