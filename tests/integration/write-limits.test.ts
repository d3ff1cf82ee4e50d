import type { WorkerOptions } from "miniflare";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { environments, readEnvironment } from "#scripts/lib/environments.ts";
import { type FormRule, readAccessRules, type Target } from "#tests/support/access.ts";
import { answerTo } from "#tests/support/access-answers.ts";
import type { Actor } from "#tests/support/actor.ts";
import { ACTORS, enter } from "#tests/support/actors.ts";
import { ApiCaller } from "#tests/support/api-caller.ts";
import { readApiDocument } from "#tests/support/api-document.ts";
import { validBody } from "#tests/support/api-samples.ts";
import { contentsOf } from "#tests/support/contents.ts";
import { dataPathOf, fillPath } from "#tests/support/fill-path.ts";
import { addSession } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { type StartOptions, startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Tests how often one person may write, on pages and through the API (docs/decisions/0058).

const t = textsIn("en");
const LIMIT = 3;

const rules = await readAccessRules();

/** A rate limiter whose limit everybody has always reached. */
const REACHED = "export default () => ({ limit: async () => ({ success: false }) });";
const reached: StartOptions = {
  overrides: { wrappedBindings: { WRITE_LIMITER: { scriptName: "limit-reached" } } },
  beside: [
    {
      name: "limit-reached",
      modules: [{ type: "ESModule", path: "limit-reached.js", contents: REACHED }],
    } as WorkerOptions,
  ],
};
const limited: StartOptions = {
  overrides: { ratelimits: { WRITE_LIMITER: { namespace_id: "1", simple: { limit: LIMIT, period: 60 } } } },
};

/** On one site, everybody has reached the limit. On the other one, nobody has. */
let used: TestWorker;
let fresh: TestWorker;
beforeAll(async () => {
  [used, fresh] = await Promise.all([startTestWorker(reached), startTestWorker(limited)]);
});
afterAll(() => Promise.all([used.stop(), fresh.stop()]));

/** Forms that are never refused: they let a user leave, or store a preference in the browser only. */
const NEVER: string[] = [
  "/sign-out",
  "/stop-impersonating",
  "/manager/sidebar",
  "/manager/list-view",
  "/account/time-zone",
];
/** Forms that continue an import, which was counted when it began. */
const CONTINUES: string[] = ["/manager/books/import/:id", "/app/shelf/import/:id"];

function expectLimited(response: Response, what: string): void {
  expect(response.status, what).toBe(429);
  expect(response.headers.get("X-Error-Code"), what).toBe("LIMIT_REACHED");
  expect(response.headers.get("Retry-After"), what).toBe("60");
}

const fieldsOf = ({ intent, fields }: FormRule, target: Target): Target => ({
  ...(intent !== undefined && { intent }),
  ...fields?.(target),
});

/** Finds the names of the fields that a user fills in on a page. */
const typedIn = (html: string): string[] =>
  [...html.matchAll(/<(?:input|textarea)\b[^>]*>/g)].flatMap(([tag]) =>
    /type="(?:hidden|checkbox|radio|file)"/.test(tag) ? [] : [/\bname="(\w+)"/.exec(tag)?.[1] ?? []].flat(),
  );

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("'", "&#x27;").replaceAll('"', "&quot;");

describe("a user who has reached the limit", () => {
  const admin = ACTORS.find(({ name }) => name === "an administrator") as Actor;
  const newcomer = ACTORS.find(({ name }) => name === "an administrator who is not onboarded") as Actor;
  const guarded = rules
    .filter(({ who, forms }) => forms && who !== "everyone" && who !== "visitors")
    .filter((rule) => !NEVER.includes(rule.path) && !CONTINUES.includes(rule.path))
    .map((rule) => ({
      ...rule,
      forms: (rule.forms ?? []).filter(({ answer }) => answer !== 404 || rule.intentsIn),
    }))
    .filter((rule) => rule.forms.length > 0 && answerTo(admin, rule) === "let in");

  test.each(guarded)(
    "is refused at $path, where the form keeps its values, and nothing changes",
    async (rule) => {
      // If the form asks for a name, the user has none yet.
      const visitor = await enter(typeof rule.answer === "function" ? newcomer : admin, used);
      // If the row has an owner, that is the visitor. Another user's page would be refused for another
      // reason.
      const ownerId = rule.owned ? visitor.userId : null;
      const target = await rule.makeTarget(used, Math.floor(Math.random() * 1e9), ownerId);
      const page =
        fillPath(rule.path, target) + (rule.query ? `?${new URLSearchParams(rule.query(target))}` : "");
      const before = await contentsOf(used, { without: [] });
      const typed = typedIn(await (await visitor.get(page)).text());
      for (const form of rule.forms) {
        const what = `${rule.path} ${form.intent ?? ""}`;
        const fields = fieldsOf(form, target);
        const response = await visitor.post(page, fields);
        expectLimited(response, what);
        const html = await response.text();
        const kept = [...typed, ...typedIn(html)].filter((name) => fields[name]);
        for (const name of kept) expect(html, `${what} keeps ${name}`).toContain(escaped(fields[name] ?? ""));
        expect(html, what).toContain(escaped(t("code:LIMIT_REACHED")));
        if (!form.download) expectLimited(await visitor.post(dataPathOf(page), fields), `${what}, as data`);
      }
      expect(await contentsOf(used, { without: [] })).toEqual(before);
    },
  );

  test("can leave, store preferences and read, even while impersonating", async () => {
    const impersonating = ACTORS.find(({ impersonates }) => impersonates) as Actor;
    for (const path of NEVER) {
      const rule = rules.find((rule) => rule.path === path);
      const [form] = rule?.forms ?? [];
      const visitor = await enter(path.startsWith("/manager") ? admin : impersonating, used);
      expect((await visitor.post(path, form?.fields?.({}) ?? {})).status, path).toBe(302);
    }
    expect((await (await enter(admin, used)).get("/manager/users")).status).toBe(200);
  });

  test("is refused by the API, where they can still read", async () => {
    const { operations } = await readApiDocument(used);
    const caller = await ApiCaller.of(used, { role: "admin" }, ["read", "write", "manage"]);
    const before = await contentsOf(used, { without: ["access_tokens"] });
    for (const operation of operations.filter(({ method }) => method !== "get")) {
      const path = operation.path.slice("/api/v1".length).replaceAll(/\{\w+\}/g, "nowhere");
      const body = await validBody(operation, used);
      const init = { method: operation.method.toUpperCase(), ...(body && { json: body }) };
      expectLimited(await caller.call(path, init), operation.operationId);
    }
    expect(await contentsOf(used, { without: ["access_tokens"] })).toEqual(before);
    expect((await caller.call("/me")).status).toBe(200);
  });
});

test("visitors have no limit and sign in as before", async () => {
  const visitor = new Visitor(used);
  const { verifyPath, code } = await visitor.askForCode("newcomer@example.com");
  expect(await visitor.confirm(verifyPath, code)).toRedirectTo("/app");
});

/**
 * Lets a new user write through the API and on a page in turn, until a write is refused.
 * @returns the number of writes
 */
async function writeInTurns(): Promise<number> {
  const caller = await ApiCaller.of(fresh, {}, ["read", "write"]);
  const visitor = new Visitor(fresh, { Cookie: (await addSession(fresh, caller.owner)).cookie });
  for (let n = 0; ; n++) {
    const name = `Ada ${n}`;
    const response =
      n % 2
        ? await visitor.post("/app/account?state=change-name", { intent: "change-name", name })
        : await caller.call("/me", { method: "PATCH", json: { name } });
    if (response.status === 429) return n;
    expect(response.status).toBeLessThan(400);
  }
}

test("pages and the API share a user's limit, and users have separate limits", async () => {
  // The minute may end once in between, which resets the count.
  expect(Math.min(await writeInTurns(), await writeInTurns())).toBe(LIMIT);
});

test.each(environments())("%s limits the writes of a person", (env) => {
  expect(readEnvironment(env).ratelimits).toContainEqual(
    expect.objectContaining({ name: "WRITE_LIMITER", simple: { limit: 60, period: 60 } }),
  );
});
