import { eq, isNotNull, like } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DAY, HOUR, MINUTE } from "#app/core/lib/durations.ts";
import { auditLog, books, jobs, users } from "#app/schema.ts";
import { confirm, emptyCatalogue, preview } from "#tests/support/books-import.ts";
import { EVERY_15_MINUTES, runCron } from "#tests/support/cron.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Tests files of more than 1,000 rows, which a job imports.

const t = textsIn("en");

let worker: TestWorker;
let admin: Visitor;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());
beforeEach(async () => {
  await mend();
  await emptyCatalogue(worker);
  await worker.db.delete(jobs);
  admin = await Visitor.signedIn(worker, { role: "admin" });
});

const entries = () => worker.db.$count(auditLog, eq(auditLog.action, "book.create"));
const added = () => worker.db.$count(books);

/** Makes a file with `rows` rows. */
const file = (rows: number) =>
  `title,author,genre\n${Array.from({ length: rows }, (_, n) => `Title ${n},Author ${n % 7},Prose\n`).join("")}`;

/** Whether an import still has a job. */
const waits = async (path: string) =>
  (await worker.db.$count(jobs, eq(jobs.key, path.split("/").at(-1) ?? ""))) > 0;

/** Waits until the queue has finished an import. The worker wakes the queue itself. */
const isOver = (path: string) => expect.poll(() => waits(path), { timeout: 60_000 }).toBe(false);

/** Makes the database refuse books, as in an outage. */
const spoil = () =>
  worker.d1
    .prepare("create trigger spoil before insert on books begin select raise(abort, 'spoiled'); end")
    .run();
const mend = () => worker.d1.prepare("drop trigger if exists spoil").run();

test("a job imports 10,000 rows, each once with its entry, and the page shows its progress", async () => {
  const path = await preview(admin, file(10_000));
  const begun = await confirm(admin, path);
  expect(begun).toBe(`${path}?begun=on`);
  const during = await admin.get(begun);
  if (await waits(path)) await expect(during).toShow(t("import:goesOn"));
  await isOver(path);
  expect(await added()).toBe(10_000);
  expect(await entries()).toBe(10_000);
  const log = await admin.get("/manager/audit");
  await expect(log).toShow(t("audit:parts", { count: 10_000 }));
  expect(databaseCost(log).rowsRead).toBeLessThanOrEqual(60);
  expect(await worker.db.$count(books, like(books.titleKey, "title 99%"))).toBe(111);
  const end = await admin.get(begun);
  await expect(end).toShow(t("import:finished"));
  await expect(end).toShow(
    t("import:outcome.both", {
      added: t("import:outcome.added", { count: 10_000 }),
      there: t("import:outcome.there", { count: 0 }),
    }),
  );
  // When the same file is imported again, all its books exist already.
  await confirm(admin, path);
  await isOver(path);
  expect(await added()).toBe(10_000);
});

test("a job that fails says so, and continues where it stopped", async () => {
  const path = await preview(admin, file(1100));
  await spoil();
  const begun = await confirm(admin, path);
  await expect.poll(() => worker.db.$count(jobs, isNotNull(jobs.error))).toBe(1);
  const page = await (await admin.get(begun)).text();
  expect(page).toContain(t("import:progress", { done: 0, rows: "1,100" }));
  const [failed = ""] = t("import:triedAgain", { distance: "|" }).split("|");
  expect(page).toContain(failed);
  await mend();
  await runCron(worker, EVERY_15_MINUTES, 14 * MINUTE);
  expect(await added()).toBe(0);
  // One run may not make enough queries for the whole file.
  for (const later of [HOUR, HOUR + 15 * MINUTE]) await runCron(worker, EVERY_15_MINUTES, later);
  await isOver(path);
  expect(await added()).toBe(1100);
  await expect(await admin.get(begun)).toShow(t("import:finished"));
});

test("a job that was given up says so, and an administrator retries it", async () => {
  const path = await preview(admin, file(1100));
  await spoil();
  const begun = await confirm(admin, path);
  for (let days = 1; days < 12; days++) await runCron(worker, EVERY_15_MINUTES, days * DAY);
  await expect(await admin.get(begun)).toShow(t("import:givenUp"));
  await expect(await admin.get("/manager/jobs")).toShow(t("import:job"));
  await mend();
  const [job] = await worker.db.select({ id: jobs.id }).from(jobs);
  await admin.post("/manager/jobs", { intent: "retry", id: job?.id ?? "" });
  await isOver(path);
  expect(await added()).toBe(1100);
});

test("a stopped import adds nothing more, and can be started again", async () => {
  const path = await preview(admin, file(1100));
  await spoil();
  const begun = await confirm(admin, path);
  expect(await admin.post(begun, { intent: "stop" })).toRedirectTo(path);
  await mend();
  await runCron(worker, EVERY_15_MINUTES, DAY);
  expect(await added()).toBe(0);
  await expect(await admin.get(path)).toShow(t("import:add", { count: 1100 }));
  await confirm(admin, path);
  await isOver(path);
  expect(await added()).toBe(1100);
});

test.each([
  [
    "may no longer add books",
    (id: string) => worker.db.update(users).set({ role: "user" }).where(eq(users.id, id)),
  ],
  ["is banned", (id: string) => worker.db.update(users).set({ bannedAt: 1 }).where(eq(users.id, id))],
])("an import adds nothing more for somebody who %s", async (_, change) => {
  const path = await preview(admin, file(1100));
  await spoil();
  await confirm(admin, path);
  await change(admin.userId ?? "");
  await mend();
  await runCron(worker, EVERY_15_MINUTES, DAY);
  await isOver(path);
  expect(await added()).toBe(0);
});

test("nobody stops somebody else's import", async () => {
  const path = await preview(admin, file(1100));
  await spoil();
  await confirm(admin, path);
  const other = await Visitor.signedIn(worker, { role: "admin" });
  await other.post(path, { intent: "stop" });
  expect(await waits(path)).toBe(true);
  await mend();
});
