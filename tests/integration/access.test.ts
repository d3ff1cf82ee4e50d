import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TRACE_COOKIES } from "#app/cookies.ts";
import { can } from "#app/permissions.ts";
import { auditLog } from "#app/schema.ts";
import { ROUTES } from "#scripts/lib/routes.ts";
import { type FormRule, type PlacedRule, readAccessRules, type Target } from "#tests/support/access.ts";
import { answerTo, expectAnswer } from "#tests/support/access-answers.ts";
import { type Actor, someone } from "#tests/support/actor.ts";
import { ACTORS, deleteAccount, enter } from "#tests/support/actors.ts";
import { BODIES, BODY_TYPES, type BodyType, FORM_TYPES } from "#tests/support/bodies.ts";
import { contentsOf, tablesWith } from "#tests/support/contents.ts";
import { startDemo } from "#tests/support/demo-site.ts";
import { dataPathOf, fillPath } from "#tests/support/fill-path.ts";
import type { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Tests the access matrix: every route and every form, for every actor, method and body type. The rules are
// in tests/access/.

const rules = await readAccessRules();

/** Starts the two sites that actors can visit. */
const SITES: Record<string, () => Promise<TestWorker>> = {
  site: () => startTestWorker({ seeded: true }),
  demo: startDemo,
};

const workers = new Map<string, TestWorker>();
const visitors = new Map<Actor, Visitor>();
/**
 * The targets of refused requests. These requests change nothing, so all rules of an area share one target.
 */
const targets = new Map<PlacedRule["makeTarget"], Map<string, Target>>();
let made = 0;

const workerAt = (name: string) => workers.get(name) as TestWorker;
const siteOf = ({ inDemo }: Actor) => (inDemo ? "demo" : "site");
const makeTarget = ({ makeTarget }: PlacedRule, worker: TestWorker, ownerId?: string | null) => {
  made += 1;
  return makeTarget(worker, made, ownerId);
};

beforeAll(async () => {
  const starting = Object.entries(SITES).map(async ([name, start]) => workers.set(name, await start()));
  await Promise.all(starting);
  for (const actor of ACTORS) visitors.set(actor, await enter(actor, workerAt(siteOf(actor))));
  for (const rule of rules) {
    if (targets.has(rule.makeTarget)) continue;
    const there = new Map<string, Target>();
    for (const [name, worker] of workers) there.set(name, await makeTarget(rule, worker));
    targets.set(rule.makeTarget, there);
  }
});
afterAll(() => Promise.all([...workers.values()].map((worker) => worker.stop())));

const ANYBODY = ["a visitor", "an administrator", "an administrator of the demo"];

/** A user whose account was deleted, but whose browser still has its cookie. */
const FORMER_OWNER = someone("a former owner", null);

/** The response to a post of a route without an action. */
const NO_FORM: FormRule = { answer: 405, readsBody: false };

/** The status that a data request gets where a page request gets `status`. */
const asData = (status: number) => (status === 302 ? 202 : status);

/**
 * Reads everything that a refused request could have changed. Outside the demo, refusals are logged, so the
 * log is left out.
 */
const contents = (worker: TestWorker) =>
  contentsOf(worker, { without: worker === workerAt("site") ? ["audit_log"] : [] });

/** Returns the URL of a rule's page, and the URLs of its data. */
function urlsOf({ path, query }: PlacedRule, target: Target) {
  const filled = fillPath(path, target);
  const search = query ? `?${new URLSearchParams(query(target))}` : "";
  const { id = "" } = ROUTES.find((route) => route.path === path) ?? {};
  const dataPath = dataPathOf(filled);
  return {
    page: filled + search,
    data: dataPath + search,
    /** The data of the page itself, without the data of the layouts, whose guards protect the page. */
    ownData: `${dataPath}${search || "?"}&_routes=${encodeURIComponent(id)}`,
  };
}

const send = (visitor: Visitor, url: string, fields: Record<string, string>, type: BodyType = "urlencoded") =>
  visitor.post(url, {}, { body: BODIES[type](fields) });

const fieldsOf = ({ intent, fields }: FormRule, target: Target) => ({
  ...(intent !== undefined && { intent }),
  ...fields?.(target),
});

describe.each(rules)("$path", (rule) => {
  // Forget which pages the browsers have opened before, because this could change the responses.
  beforeAll(() => {
    for (const { cookies } of visitors.values()) for (const trace of TRACE_COOKIES) cookies.delete(trace);
  });

  const targetFor = (actor: Actor) =>
    targets.get(rule.makeTarget)?.get(siteOf(actor)) as Target & { secret: string };

  // If everybody may use a route, these actors stand for all others.
  const actors = rule.who === "everyone" ? ACTORS.filter(({ name }) => ANYBODY.includes(name)) : ACTORS;

  test("shows its page and its data to those who may see them", async () => {
    await Promise.all(actors.map((actor) => readAll(actor)));
  });

  if (rule.owned) {
    test("shows owned rows to their owner", async () => {
      for (const actor of actors) {
        const { worker, userId } = visitors.get(actor) as Visitor;
        const isThere = userId !== null && actor.role !== null;
        if (isThere) await readAll(actor, await makeTarget(rule, worker, userId));
      }
    });

    test("shows nothing of a deleted account, and refuses its old cookie", async () => {
      const worker = workerAt("site");
      const owner = await enter(ACTORS.find(({ name }) => name === "a reader") as Actor, worker);
      const target = await makeTarget(rule, worker, owner.userId);
      await deleteAccount(worker, owner.userId as string);
      // The audit log and the notice still name the deleted account (docs/privacy.md).
      const left = await contentsOf(worker, { without: ["audit_log", "notices"] });
      for (const trace of [owner.userId, ...(rule.outlives ? [] : [target.id, target.secret])])
        expect(tablesWith(left, trace as string), trace as string).toEqual([]);
      const expected = { actor: FORMER_OWNER, answer: "to sign in" as const, letIn: [] };
      const { page, data } = urlsOf(rule, target);
      for (const url of [page, data]) {
        await expectAnswer(await owner.get(url), expected);
        for (const form of rule.forms ?? [])
          await expectAnswer(await send(owner, url, fieldsOf(form, target)), expected);
      }
    });
  }

  /**
   * Opens a page as an actor.
   * @param own the actor's own target; without it, the target is shared or another user's
   */
  async function readAll(actor: Actor, own?: Target & { secret: string }) {
    const visitor = visitors.get(actor) as Visitor;
    const target = own ?? targetFor(actor);
    const owns = own !== undefined;
    const { page, data, ownData } = urlsOf(rule, target);
    const answer = answerTo(actor, rule, rule.needs);
    const isForeign = rule.owned && !rule.everybodys && !owns && rule.answer !== 400;
    const there = typeof rule.answer === "function" ? rule.answer(actor) : (rule.answer ?? 200);
    const letIn = isForeign ? foreign(actor) : there;
    const shown = answer === "let in" && rule.shows && !isForeign ? target.secret : "";
    const expected = { actor, answer, letIn, maySee: owns || rule.everybodys === true };

    expect(await expectAnswer(await visitor.get(page), expected)).toContain(shown);
    if (answer === "let in") {
      const head = await visitor.fetch(page, { method: "HEAD" });
      expect(await expectAnswer(head, expected)).toBe("");
    }
    // A page without data returns the data of its layouts. Redirects are 202.
    const dataExpected = { ...expected, letIn: isForeign || letIn === 404 ? letIn : [200, 202, letIn] };
    for (const url of [data, ownData]) {
      expect(await expectAnswer(await visitor.get(url), dataExpected), url).toContain(shown);
    }
  }

  test("refuses everybody else's forms and malformed bodies, and changes nothing", async () => {
    const everything = () => Promise.all([...workers.values()].map(contents));
    const before = await everything();
    await Promise.all(actors.map(postInVain));
    expect(await everything()).toEqual(before);
  });

  async function postInVain(actor: Actor) {
    const visitor = visitors.get(actor) as Visitor;
    const target = targetFor(actor);
    const { page, data } = urlsOf(rule, target);
    for (const [n, form] of (rule.forms ?? [NO_FORM]).entries()) {
      const fields = fieldsOf(form, target);
      const closed = actor.inDemo && !form.inDemo;
      const answer = closed ? "forbidden" : answerTo(actor, rule, form.needs);
      const entered = !closed && answerTo(actor, rule) === "let in";
      // The guard does not read the body, so one form of each route is enough to test it.
      for (const type of n === 0 ? BODY_TYPES : FORM_TYPES) {
        const isForm = FORM_TYPES.includes(type);
        if (answer === "let in" && rule.forms && (isForm || form.readsBody === false)) {
          if (rule.owned) await postToForeign(actor, visitor, [page, data], fields, type);
          continue;
        }
        // An action may refuse a body that is not a form before or after it has read that body.
        const read = entered && !isForm;
        const letIn = rule.forms ? [415, ...(answer === "forbidden" ? [403] : [])] : 405;
        const expected = { actor, answer: read ? ("let in" as const) : answer, letIn };
        await expectAnswer(await send(visitor, page, fields, type), expected);
        if (isForm) await expectAnswer(await send(visitor, data, fields, type), expected);
      }
    }
  }

  /** Another user's row gets a 404, unless the actor may know that it exists. */
  const foreign = ({ role }: Actor) => (rule.knownTo && role && can(role, rule.knownTo) ? 403 : 404);

  async function postToForeign(
    actor: Actor,
    visitor: Visitor,
    urls: string[],
    ...form: [Record<string, string>, BodyType]
  ) {
    for (const url of urls) expect((await send(visitor, url, ...form)).status, url).toBe(foreign(actor));
  }

  for (const form of rule.forms ?? []) {
    const permitted = actors.filter(
      (actor) => !(actor.inDemo && !form.inDemo) && answerTo(actor, rule, form.needs) === "let in",
    );
    if (permitted.length === 0)
      throw new Error(`Nobody may post ${form.intent ?? "the form"} to ${rule.path}`);
    test.each(permitted)(`accepts ${form.intent ?? "its form"} from $name`, async (actor) => {
      const worker = workerAt(siteOf(actor));
      for (const type of FORM_TYPES) {
        const visitor = await enter(actor, worker);
        const target = await makeTarget(rule, worker, visitor.userId);
        await form.prepare?.(worker, target);
        const { page, data } = urlsOf(rule, target);
        const url = type === "urlencoded" ? page : data;
        const isDownloadAsData = form.download === true && url === data;
        const letIn = isDownloadAsData ? 302 : (form.answer ?? 302);
        const response = await send(visitor, url, fieldsOf(form, target), type);
        await expectAnswer(response, {
          actor,
          answer: "let in",
          letIn: url === data ? asData(letIn) : letIn,
          // The target of an owned rule belongs to the actor, so the response may show it.
          maySee: rule.owned === true,
        });
        if (form.audited === false || isDownloadAsData || actor.inDemo) continue;
        const requestId = response.headers.get("X-Request-Id") as string;
        const entries = await worker.db.select().from(auditLog).where(eq(auditLog.requestId, requestId));
        expect(entries, "the change is in the audit log").toHaveLength(1);
      }
    });
  }

  for (const form of (rule.forms ?? []).filter(({ proof }) => proof)) {
    test(`asks for a code before ${form.intent ?? "its form"} if the last proof is old`, async () => {
      const admin = ACTORS.find(({ name }) => name === "an administrator") as Actor;
      const visitor = await enter(admin, workerAt("site"), { proven: false });
      const target = await makeTarget(rule, workerAt("site"), rule.owned ? visitor.userId : null);
      await form.prepare?.(workerAt("site"), target);
      const before = await contents(workerAt("site"));
      for (const url of [urlsOf(rule, target).page, urlsOf(rule, target).data]) {
        expect((await send(visitor, url, fieldsOf(form, target))).status, url).toBe(401);
      }
      const { login_challenges: asked, budgets, ...others } = await contents(workerAt("site"));
      const { login_challenges: _, budgets: __, ...othersBefore } = before;
      expect(others).toEqual(othersBefore);
      const isOfCodes = ({ id }: Record<string, unknown>) => id === "kv:loginCodes";
      const used = Number(before.budgets?.find(isOfCodes)?.used ?? 0);
      expect(budgets?.find(isOfCodes), "asks for a code every time").toMatchObject({ used: used + 2 });
      const isOther = (budget: Record<string, unknown>) => !isOfCodes(budget);
      expect(budgets?.filter(isOther)).toEqual(before.budgets?.filter(isOther));
      expect(asked?.length).toBeGreaterThan(before.login_challenges?.length ?? 0);
    });
  }

  test("refuses any other method", async () => {
    const admin = ACTORS.find(({ name }) => name === "an administrator") as Actor;
    const { page, data } = urlsOf(rule, targetFor(admin));
    for (const [method, url] of [
      ["PUT", page],
      ["PATCH", data],
      ["DELETE", page],
      ["OPTIONS", data],
    ] as const) {
      const response = await (visitors.get(admin) as Visitor).fetch(url, { method });
      expect(response.status, `${method} ${url}`).toBe(405);
      expect(response.headers.get("Allow")).toBe("GET, HEAD, POST");
    }
  });
});
