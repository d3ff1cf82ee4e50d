import { afterAll, beforeAll, expect, test } from "vitest";
import { type PlacedRule, readAccessRules, type Target } from "#tests/support/access.ts";
import type { Actor } from "#tests/support/actor.ts";
import { ACTORS, enter } from "#tests/support/actors.ts";
import { ApiCaller } from "#tests/support/api-caller.ts";
import { readApiDocument } from "#tests/support/api-document.ts";
import { DAILY, EVERY_15_MINUTES, runCron } from "#tests/support/cron.ts";
import { fillPath } from "#tests/support/fill-path.ts";
import { gatedStorage, type SentStatement } from "#tests/support/gated-storage.ts";
import { wholeTablesRead } from "#tests/support/query-plan.ts";
import { databaseCost, lastCode, lastLink, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Tests the queries that every page and form sends to D1. The access matrix has the routes.

const rules = await readAccessRules();
const storage = gatedStorage();

/** More rows than fit on a page of a list. */
const TARGETS = 26;

let worker: TestWorker;
let made = 0;
const targets = new Map<PlacedRule["makeTarget"], Target>();
beforeAll(async () => {
  worker = await startTestWorker(storage.options);
  for (const { makeTarget } of rules) {
    if (targets.has(makeTarget)) continue;
    for (let n = 0; n < TARGETS; n++) {
      made += 1;
      targets.set(makeTarget, await makeTarget(worker, made));
    }
  }
});
afterAll(() => worker.stop());

/** Finds an actor who may open a route. */
const insiderOf = ({ who }: PlacedRule) =>
  enter(
    ACTORS.find(({ name }) => name === (who === "visitors" ? "a visitor" : "an administrator")) as Actor,
    worker,
  );

function urlOf({ path, makeTarget, query }: PlacedRule, own?: Target): string {
  const target = own ?? (targets.get(makeTarget) as Target);
  return fillPath(path, target) + (query ? `?${new URLSearchParams(query(target))}` : "");
}

/**
 * Returns the URL of a route that a visitor may open. If the route's rows have owners, the row belongs to the
 * visitor.
 */
async function urlFor(visitor: Visitor, rule: PlacedRule): Promise<string> {
  if (!rule.owned) return urlOf(rule);
  made += 1;
  return urlOf(rule, await rule.makeTarget(worker, made, visitor.userId));
}

/** Returns the calls to D1 during a task. */
async function sentDuring(task: () => Promise<unknown>): Promise<SentStatement[][]> {
  const before = storage.sent.length;
  await task();
  return storage.sent.slice(before);
}

/**
 * Finds the links of a page to itself with other parameters: "Load more", searches, and one option of each
 * select.
 */
function variantsOf(url: string, html: string): string[] {
  const [path] = url.split("?");
  const links = [...html.matchAll(/ href="([^"]+)"/g)].map(([, link = ""]) => link.replaceAll("&amp;", "&"));
  const own = links.filter((link) => link.startsWith(`${path}?`));
  if (!html.includes('name="searchTerm"')) return own;
  const choices = [...html.matchAll(/<select[^>]* name="(\w+)".*?<\/select>/gs)].flatMap(([select, name]) => {
    const [, value] = /<option value="([^"]+)"/.exec(select) ?? [];
    return value ? [[name as string, value]] : [];
  });
  const term = ["searchTerm", "unmistakable"];
  const searches = [[["searchTerm", "a"]], [term], ...choices.map((choice) => [choice]), [term, ...choices]];
  return [...own, ...searches.map((search) => `${path}?${new URLSearchParams(search)}`)];
}

/** Opens a page and its variants, one for each combination of parameters. */
async function openAll(visitor: Visitor, url: string): Promise<void> {
  const seen = new Set<string>();
  const todo = [url];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const { searchParams } = new URL(next, worker.url);
    // A term of one letter is searched with another query than a longer one.
    const shape = [...searchParams].map(([name, value]) => `${name} ${value.length > 1}`).sort();
    if (seen.has(`${shape}`)) continue;
    seen.add(`${shape}`);
    expect(seen.size, `${next} leads to ever more variants of itself`).toBeLessThan(100);
    todo.push(...variantsOf(next, await (await visitor.get(next)).text()));
  }
}

/**
 * Pages that wait for D1 more than once, and why. In addition, a page of owned rows first waits for its
 * viewer.
 */
const IN_TURNS = [
  "/account/data", // The data is personal, so it is read only after the guard has admitted the reader.
  "/account/emails", // Refusals are found by the address, which only the guard knows.
  "/manager/books/export", // The list may be long, so it is read only after the guard has admitted the reader.
  "/app/shelf/export", // The same reason.
  "/app/o/:slug/delete", // The page is refused while impersonating, whether the row exists or not.
];

test("every page sends all its queries before D1 answers the first one", async () => {
  for (const rule of rules.filter(({ path }) => !IN_TURNS.includes(path))) {
    const visitor = await insiderOf(rule);
    const url = await urlFor(visitor, rule);
    let page = await visitor.get(url);
    const calls = await sentDuring(async () => {
      page = await visitor.get(url);
    });
    expect(
      databaseCost(page).roundTrips,
      `${rule.path} waits for D1 more than once: query first, then await viewerContext; or add it to IN_TURNS with its reason`,
    ).toBe(Math.min(calls.length, 1));
    storage.answerTogether(calls.length);
    const again = await visitor.get(url);
    storage.answerTogether(1);
    expect(again.status, `${rule.path}, whose ${calls.length} calls must be sent together`).toBe(page.status);
  }
});

test("without a validly signed cookie, no page behind a guard makes a query", async () => {
  const guarded = rules.filter(({ who }) => who !== "everyone" && who !== "visitors");
  const calls = await sentDuring(async () => {
    for (const path of guarded.map((rule) => urlOf(rule))) {
      expect((await new Visitor(worker).get(path)).status, path).toBe(302);
      await new Visitor(worker, { Cookie: "session=forged" }).get(path);
    }
  });
  expect(calls).toEqual([]);
});

/** Signs a user in by code and by link, and then deletes the account as that user. */
async function comeAndGo(): Promise<void> {
  const email = "newcomer@example.com";
  for (const name of ["Ada", null]) {
    const visitor = new Visitor(worker);
    const { verifyPath, code } = await visitor.askForCode(email);
    if (name) await visitor.confirm(verifyPath, code);
    else await visitor.post(await lastLink(worker, email), {});
    await visitor.post("/onboarding", { name: name ?? "" });
    if (name) continue;
    await visitor.post("/account/delete", { intent: "send-code" });
    const form = { intent: "delete", code: await lastCode(worker, email), confirmation: email };
    expect(await visitor.post("/account/delete", form)).toRedirectTo("/login");
  }
}

/** Calls every operation of the API, with each of its parameters. */
async function callApi(): Promise<void> {
  const { operations } = await readApiDocument(worker);
  const caller = await ApiCaller.of(worker, { role: "admin" }, ["read", "write", "manage"]);
  for (const { method, path, parameters = [] } of operations) {
    const called = path.slice("/api/v1".length).replaceAll(/\{\w+\}/g, "nowhere");
    const init = { method: method.toUpperCase(), ...(method !== "get" && { json: { name: "Called" } }) };
    await caller.call(called, { ...init, headers: { "Idempotency-Key": called } });
    for (const { name, schema } of parameters.filter((parameter) => parameter.in === "query")) {
      for (const value of (schema.enum as string[] | undefined) ?? ["nothing", "2026-01-01T00:00:00Z"]) {
        await caller.call(`${called}?${new URLSearchParams({ [name]: value })}`, init);
      }
    }
  }
}

test("no page, form, cron or API call makes D1 read a whole table", async () => {
  const sent = await sentDuring(async () => {
    for (const rule of rules) {
      const visitor = await insiderOf(rule);
      await openAll(visitor, await urlFor(visitor, rule));
      for (const { intent, fields, prepare } of rule.forms ?? []) {
        made += 1;
        const insider = await insiderOf(rule);
        const target = await rule.makeTarget(worker, made, insider.userId);
        await prepare?.(worker, target);
        await insider.post(fillPath(rule.path, target), {
          ...(intent !== undefined && { intent }),
          ...fields?.(target),
        });
      }
    }
    await comeAndGo();
    await callApi();
    await runCron(worker, EVERY_15_MINUTES);
    await runCron(worker, DAILY);
  });
  const statements = new Map(sent.flat().map((statement) => [statement.query, statement]));
  expect(statements.size).toBeGreaterThan(100);
  const found: Record<string, string[]> = {};
  for (const [query, statement] of statements) {
    const lines = await wholeTablesRead(worker.d1, statement);
    if (lines.length > 0) found[query] = lines;
  }
  expect(found).toEqual({});
});
