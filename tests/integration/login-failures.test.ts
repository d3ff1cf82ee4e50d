import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { loginFailures } from "#app/schema.ts";
import { DAILY, runCron } from "#tests/support/cron.ts";
import { addUser } from "#tests/support/people.ts";
import { lastCode, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const ALARM = 3;

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker({ settings: { LOGIN_FAILURES_ALARM: String(ALARM) } });
});
afterAll(() => worker.stop());
beforeEach(async () => {
  await worker.db.delete(loginFailures);
  worker.logs.length = 0;
});

/** Returns a code that differs from `code`. */
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

/** Sums up the counted wrong codes of all hours, because the hour may end during a test. */
const counted = async () =>
  (await worker.db.select().from(loginFailures)).reduce((sum, { value }) => sum + value, 0);

/** Returns the counts at which the log has an alarm. */
const alarms = () =>
  worker.logs
    .filter((line) => line.includes("many wrong codes"))
    .map((line) => JSON.parse(line) as { level: string; inThisHour: number });

test("only wrong codes count, for any address and purpose", async () => {
  const visitor = new Visitor(worker);
  const { verifyPath, code } = await visitor.askForCode((await addUser(worker)).email);
  await visitor.confirm(verifyPath, wrong(code));
  await visitor.confirm(verifyPath, "12");
  await visitor.confirm("/login/verify?email=nobody@example.com", "000000");
  await visitor.confirm(verifyPath, code);

  const reader = await Visitor.signedIn(worker, { email: "leaving@example.com" });
  await reader.post("/account/delete", { intent: "send-code" });
  const deletion = { intent: "delete", confirmation: "leaving@example.com" };
  await reader.post("/account/delete", {
    ...deletion,
    code: wrong(await lastCode(worker, "leaving@example.com")),
  });
  await expect.poll(counted).toBe(2);
});

test("an alarm is logged each time an hour's count reaches a multiple of the setting", async () => {
  let hour: number;
  do {
    hour = Math.floor(Date.now() / 3_600_000);
    await worker.db.delete(loginFailures);
    worker.logs.length = 0;
    await Promise.all(
      Array.from({ length: 2 * ALARM + 1 }, async () => {
        const visitor = new Visitor(worker);
        const { verifyPath, code } = await visitor.askForCode((await addUser(worker)).email);
        await visitor.confirm(verifyPath, wrong(code));
      }),
    );
    await expect.poll(counted).toBe(2 * ALARM + 1);
  } while (hour !== Math.floor(Date.now() / 3_600_000)); // Try again if the hour ended in between.
  await expect.poll(() => alarms().length).toBe(2);
  expect(
    alarms()
      .map(({ level, inThisHour }) => `${level} ${inThisHour}`)
      .sort(),
  ).toEqual([`error ${ALARM}`, `error ${2 * ALARM}`]);
});

test("the daily purge deletes counts that are older than a day", async () => {
  const now = Date.now();
  const hour = Math.floor(now / 3_600_000);
  await worker.db.insert(loginFailures).values([
    { hour: hour - 24, value: 1 },
    { hour: hour - 23, value: 1 },
    { hour, value: 1 },
  ]);
  await runCron(worker, DAILY);
  const left = await worker.db.select().from(loginFailures).orderBy(loginFailures.hour);
  expect(left.map((row) => row.hour)).toEqual([hour - 23, hour]);
});
