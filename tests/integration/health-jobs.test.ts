import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { auditLog, jobs, notices } from "#app/schema.ts";
import { ACCEPTS, startMailProvider } from "#tests/support/mail-provider.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Tests what administrators see and do at /manager/jobs, and how the queue continues. The access matrix says
// who may open the page.

const t = textsIn("en");
const PAGE = "/manager/jobs";

let provider: Awaited<ReturnType<typeof startMailProvider>>;
let worker: TestWorker;
let admin: Visitor;

beforeAll(async () => {
  provider = await startMailProvider();
  worker = await startTestWorker({ settings: provider.settings });
  admin = await Visitor.signedIn(worker, { role: "admin" });
});
afterAll(async () => {
  await worker.stop();
  provider.stop();
});
beforeEach(async () => {
  provider.behave(ACCEPTS);
  await worker.db.delete(jobs);
  await worker.db.delete(notices);
  await worker.db.delete(auditLog);
});

/** Adds notices whose jobs were given up. @returns the ids of the jobs */
async function addGivenUp(count: number, name = "reader"): Promise<string[]> {
  const details = JSON.stringify({ site: "https://deckle.example" });
  const ids = Array.from({ length: count }, () => crypto.randomUUID());
  for (const [n, id] of ids.entries()) {
    const email = `${name}-${n}@example.com`;
    await worker.db
      .insert(notices)
      .values({ id, userId: "x", email, about: "unbanned", details, language: "en", createdAt: 1 });
    await worker.db.insert(jobs).values({
      ...{
        id,
        kind: "notice",
        about: JSON.stringify({ notice: id }),
        lane: email,
        createdAt: 1,
        attempts: 8,
      },
      ...{ nextAttemptAt: 1, error: "EmailError", givenUpAt: 1000 + n },
    });
  }
  return ids;
}

const recipients = () => provider.received.map(({ body }) => body.personalizations[0]?.to[0]?.email).sort();
const left = async () => (await worker.db.select({ id: jobs.id }).from(jobs)).map(({ id }) => id);
const logged = async () =>
  (await worker.db.select().from(auditLog)).map(({ action, subjectLabel }) => [action, subjectLabel]);

test("the page lists pending jobs and those given up, each with its last error, in one round trip and few rows", async () => {
  await addGivenUp(40);
  await worker.db
    .insert(jobs)
    .values({ kind: "of-a-later-version", createdAt: 1, nextAttemptAt: Date.now() * 2 });
  const page = await admin.get(PAGE);
  const given = t("health:jobs.states.failed", { count: 40 });
  const waits = t("health:jobs.states.waiting", { count: 1 });
  for (const text of [t("job:kinds.notice"), "reader-39@example.com", "EmailError", given, waits])
    await expect(page).toShow(text);
  await expect(page).not.toShow("reader-3@example.com");
  const { roundTrips, rowsRead } = databaseCost(page);
  expect(roundTrips).toBe(1);
  expect(rowsRead).toBeLessThan(100);
  const next = /after=[\w-]+/.exec(await (await admin.get(PAGE)).text())?.[0];
  await expect(await admin.get(`${PAGE}?${next}`)).toShow("reader-3@example.com");
  await expect(await admin.get(`${PAGE}?state=waiting`)).toShow("of-a-later-version");
  await worker.db.delete(jobs);
  await expect(await admin.get(PAGE)).toShow(t("health:jobs.empty.failed"));
  await expect(await admin.get(`${PAGE}?state=waiting`)).toShow(t("health:jobs.empty.waiting"));
});

test("an administrator retries a job immediately, with a full number of tries, which is logged", async () => {
  const [id = "", other] = await addGivenUp(2);
  provider.behave({ status: 400 });
  await expect(await admin.post(`${PAGE}?state=failed`, { intent: "retry", id })).toRedirectTo(
    `${PAGE}?state=failed`,
  );
  await expect(await admin.get(PAGE)).toShow(t("health:success.retried"));
  await expect
    .poll(() => worker.logs.some((line) => line.includes("job failed") && line.includes(id)))
    .toBe(true);
  const [row] = await worker.db.select().from(jobs).where(eq(jobs.id, id));
  expect(row).toMatchObject({ attempts: 1, error: "EmailError", givenUpAt: null });
  provider.behave(ACCEPTS);
  await admin.post(PAGE, { intent: "retry", id });
  await expect.poll(left).toEqual([other]);
  expect(recipients()).toEqual(["reader-0@example.com"]);
  expect(await logged()).toEqual([
    ["job.retry", "notice"],
    ["job.retry", "notice"],
  ]);
});

test("an administrator drops a job for good, and dropping a job that is done already is no error", async () => {
  const [id = "", other] = await addGivenUp(2);
  await admin.post(PAGE, { intent: "drop", id });
  expect(await left()).toEqual([other]);
  for (const intent of ["drop", "retry"]) {
    await admin.post(PAGE, { intent, id });
    await expect(await admin.get(PAGE)).toShow(t("health:success.gone"));
  }
  expect(await logged()).toEqual([["job.drop", "notice"]]);
  expect(provider.received).toEqual([]);
});

test("an administrator retries all jobs: the first run after the response, the others from the queue, each once", async () => {
  await addGivenUp(60);
  await admin.post(PAGE, { intent: "retry-all" });
  await expect(await admin.get(PAGE)).toShow(t("health:success.retriedAll", { count: 60 }));
  await expect.poll(left, { timeout: 60_000 }).toEqual([]);
  expect(recipients()).toHaveLength(60);
  expect(new Set(recipients()).size).toBe(60);
  expect(await logged()).toEqual([["job.retryAll", null]]);
  await admin.post(PAGE, { intent: "retry-all" });
  expect(await logged()).toHaveLength(1);
});
