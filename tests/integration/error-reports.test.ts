import { chromium } from "@playwright/test";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { jobs } from "#app/schema.ts";
import { findTestChromium } from "#tests/support/chromium.ts";
import { DAILY, EVERY_15_MINUTES, runCron } from "#tests/support/cron.ts";
import { startErrorCollector } from "#tests/support/error-collector.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

let collector: Awaited<ReturnType<typeof startErrorCollector>>;
let worker: TestWorker;
beforeAll(async () => {
  collector = await startErrorCollector();
  worker = await startTestWorker({
    settings: { SENTRY_DSN: collector.dsn, ENVIRONMENT_NAME: "Staging" },
  });
});
afterAll(async () => {
  await worker.stop();
  collector.stop();
});
beforeEach(() => collector.forget());

/** Waits until `count` reports have arrived. */
async function arrived(count = 1) {
  await expect.poll(() => collector.events.length).toBe(count);
  return collector.events;
}

/** Runs a task while a table is missing from the database. */
async function without(table: string, act: () => Promise<unknown>): Promise<void> {
  await worker.d1.prepare(`alter table ${table} rename to moved_${table}`).run();
  await act();
  await worker.d1.prepare(`alter table moved_${table} rename to ${table}`).run();
}

const causes = ({ exception }: (typeof collector.events)[number]) =>
  exception?.values?.map(({ value }) => value).join("\n") ?? "";

describe("an error on the server is reported", () => {
  test("with the id of the request, the build and the environment, and no personal data", async () => {
    const reader = await Visitor.signedIn(worker, {
      email: "unmistakable@example.com",
      name: "Unmistakable",
    });
    reader.headers["User-Agent"] = "unmistakable browser";
    reader.headers["CF-Connecting-IP"] = "203.0.113.77";
    let id: string | null = null;
    await without("login_challenges", () =>
      reader.post("/app/account", { intent: "change-email", email: "unmistakable-2@example.com" }),
    );
    await without("books", async () => {
      const response = await reader.get("/app/books?searchTerm=unmistakable");
      expect(response.status).toBe(500);
      id = response.headers.get("X-Request-Id");
    });
    const failed = () => collector.events.find(({ tags }) => tags.request_id === id);
    await expect.poll(failed).toBeTruthy();
    const event = failed();
    expect(event).toMatchObject({
      level: "error",
      environment: "Staging",
      tags: { event: "request failed" },
    });
    expect(event?.release).toMatch(/\S/);
    expect(causes(event as never)).toContain("no such table: books");
    expect(event?.exception?.values?.[0]?.stacktrace.frames?.length).toBeGreaterThan(2);
    const everything = collector.everything();
    expect(everything).not.toMatch(/unmistakable/i);
    expect(everything).not.toContain("203.0.113.77");
    for (const value of reader.cookies.values()) expect(everything).not.toContain(value);
    expect(everything).toContain("login_challenges");
  });

  test("from a cron", async () => {
    await without("notices", () => runCron(worker, DAILY));
    expect(await arrived()).toMatchObject([{ tags: { event: "purge failed: notices" } }]);
  });

  test("from a job, even right after a response", async () => {
    await worker.db.insert(jobs).values({ kind: "none", createdAt: 1, nextAttemptAt: 1 });
    await runCron(worker, EVERY_15_MINUTES);
    expect(await arrived()).toMatchObject([{ tags: { event: "job failed" } }]);
    await worker.db.delete(jobs);
    collector.forget();

    const admin = await Visitor.signedIn(worker, { role: "admin" });
    const { userId } = await Visitor.signedIn(worker);
    await worker.d1
      .prepare(
        "create trigger spoil after insert on notices begin update notices set details = 'none' where id = new.id; end",
      )
      .run();
    await admin.post(`/manager/users/${userId}/update`, { intent: "update", name: "Grace" });
    expect(await arrived()).toMatchObject([{ tags: { event: "job failed" } }]);
    await worker.d1.prepare("drop trigger spoil").run();
    await worker.db.delete(jobs);
  });
});

describe("an error in the browser is reported", () => {
  const report = (body: object) =>
    fetch(new URL("/error-reports", worker.url), { method: "POST", body: JSON.stringify(body) });

  test("by the page, with its place in the script, once the page has loaded", async () => {
    const browser = await chromium.launch({ executablePath: findTestChromium(), args: ["--no-sandbox"] });
    const page = await browser.newPage();
    await page.goto(new URL("/login?redirect=%2Fapp", worker.url).href, { waitUntil: "networkidle" });
    await page.evaluate(() => {
      setTimeout(function pressed() {
        throw new TypeError("No book of ada@example.com at /app/books?searchTerm=private");
      });
    });
    const [event] = await arrived();
    expect(event).toMatchObject({
      tags: { event: "browser error", page: "/login", request_id: expect.stringMatching(/^[\da-f-]{36}$/) },
      exception: { values: [{ type: "TypeError", value: "No book of [address] at /app/books?" }] },
    });
    expect(JSON.stringify(event)).toContain("pressed");
    await page.evaluate(() => {
      void Promise.reject(new Error("Nobody waits for it"));
      void Promise.reject(new TypeError("Failed to fetch"));
    });
    expect(causes((await arrived(2))[1] as never)).toContain("Nobody waits for it");
    await browser.close();
  });

  test.each([
    [
      "Firefox",
      "pressed@https://deckle.example/assets/a.js:10:20\n@https://deckle.example/assets/b.js:1:2\n",
    ],
    [
      "Safari",
      "pressed@https://deckle.example/assets/a.js:10:20\nmodule code@https://deckle.example/assets/b.js:1:2",
    ],
  ])("from %s", async (_browser, stack) => {
    await report({ name: "Error", message: "Broken", stack, page: "/" });
    const [event] = await arrived();
    expect(event?.exception?.values?.[0]?.stacktrace.frames).toContainEqual(
      expect.objectContaining({
        function: "pressed",
        filename: "https://deckle.example/assets/a.js",
        lineno: 10,
      }),
    );
  });

  test("unless the report is malformed or the limit of a minute is reached", async () => {
    const flood = { name: "Error", message: "Again", stack: "", page: "/" };
    for (const body of [{}, { ...flood, page: 1 }, { ...flood, stack: "x".repeat(20_000) }]) {
      expect((await report(body)).status).toBe(204);
    }
    for (let n = 0; n < 50; n++) expect((await report(flood)).status).toBe(204);
    await expect.poll(() => collector.events.length).toBeGreaterThan(0);
    await runCron(worker, EVERY_15_MINUTES);
    expect(collector.events.length).toBeLessThanOrEqual(20);
  });
});

describe("a violation of the Content-Security-Policy is reported", () => {
  // The tests above have used up how many reports the other worker may send in this minute.
  let site: TestWorker;
  beforeAll(async () => {
    site = await startTestWorker({ settings: { SENTRY_DSN: collector.dsn } });
  });
  afterAll(() => site.stop());

  const violation = {
    type: "csp-violation",
    body: {
      documentURL: "https://deckle.test/login/verify?email=unmistakable%40example.com",
      blockedURL: "https://evil.test/unmistakable@example.com/a.js?unmistakable",
      effectiveDirective: "script-src-elem",
      sourceFile: "https://deckle.test/assets/a.js?unmistakable",
      lineNumber: 7,
    },
  };
  const report = (count: number) =>
    fetch(new URL("/csp-reports", site.url), {
      method: "POST",
      body: JSON.stringify(Array(count).fill(violation)),
      headers: {
        "Content-Type": "application/reports+json",
        Cookie: "session=unmistakable",
        "User-Agent": "unmistakable browser",
      },
    });

  test("as a warning, with its page and its place, and no personal data", async () => {
    const response = await report(1);
    const [event] = await arrived();
    expect(event).toMatchObject({
      level: "warning",
      tags: {
        event: "csp violation",
        page: "https://deckle.test/login/verify",
        request_id: response.headers.get("X-Request-Id"),
      },
      exception: {
        values: [
          {
            type: "CspViolation",
            value: "script-src-elem blocked https://evil.test/[address]/a.js",
            stacktrace: { frames: [{ filename: "https://deckle.test/assets/a.js", lineno: 7 }] },
          },
        ],
      },
    });
    expect(collector.everything()).not.toContain("unmistakable");
  });

  test("at most five times a minute, so that a flood leaves room for errors", async () => {
    for (let n = 0; n < 5; n++) await report(30);
    await fetch(new URL("/error-reports", site.url), {
      method: "POST",
      body: JSON.stringify({ name: "Error", message: "After the flood", stack: "", page: "/" }),
    });
    await expect.poll(() => collector.events.some((event) => causes(event) === "After the flood")).toBe(true);
    // A new minute may have begun in between.
    expect(collector.events.length - 1).toBeLessThanOrEqual(2 * 5);
  });
});

test("without the setting, a page reports nothing and loads no script for it", async () => {
  const plain = await startTestWorker();
  expect(await (await fetch(new URL("/login", plain.url))).text()).not.toContain("takesErrors");
  await plain.stop();
});
