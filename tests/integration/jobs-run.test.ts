import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { runBatch } from "#app/core/db/batch.server.ts";
import { createDatabase, type Database } from "#app/core/db/client.server.ts";
import { QueryStats } from "#app/core/db/query-stats.ts";
import { cancelJobs, enqueue, enqueueEach } from "#app/core/jobs/enqueue.server.ts";
import type { JobKind } from "#app/core/jobs/job-kind.ts";
import { purgeJobs, runDueJobs, runJobsOf } from "#app/core/jobs/run-jobs.server.ts";
import { DAY, HOUR, MINUTE } from "#app/core/lib/durations.ts";
import { budgets, jobs } from "#app/schema.ts";
import { applyMigrations } from "#scripts/lib/apply-migrations.ts";
import { openDatabase } from "#tests/support/database.ts";

// Runs test jobs on a real D1, and tests what app/core/jobs guarantees to the author of a job.
// health-jobs.test.ts and notices.test.ts test what users see of jobs.

let db: Database;
let close: () => Promise<void>;
const stats = new QueryStats();
beforeAll(async () => {
  const opened = await openDatabase();
  await applyMigrations(opened.d1);
  close = opened.close;
  db = createDatabase(opened.d1, stats);
});
afterAll(() => close());
beforeEach(async () => {
  await db.delete(jobs);
  await db.delete(budgets);
});

const START = Date.UTC(2026, 10, 28);
const LIMITS = { tries: 100, queriesLeft: () => 1000 };

/** The values of a test job. Its effect is a row in a table. */
const about = z.object({ name: z.string(), left: z.number().default(0) });
type About = z.infer<typeof about>;

const addRow = ({ name }: About) =>
  db.insert(budgets).values({ id: `${name}#${crypto.randomUUID()}`, beganAt: 0, used: 0 });

/** Makes a kind of job that writes a row. @param before runs first */
const writing = (before: () => Promise<unknown> = async () => {}): JobKind<About> => ({
  name: "writing",
  label: "job:kinds.notice",
  about,
  async run(_db, value) {
    await before();
    return { writes: [addRow(value)] };
  },
});

/** The context of a run at `now`. No email is stopped, and the test jobs use nothing else of the context. */
const runtimeAt = (now: number) => ({
  settings: {} as never,
  kv: {} as never,
  emailBinding: undefined,
  files: undefined,
  mailStop: async () => null,
  mailFailed: async () => {},
  now,
});

const run = (kind: JobKind<About>, now = START, limits = LIMITS, on = db) =>
  runDueJobs(on, [kind], runtimeAt(now), limits);

const written = async () =>
  (await db.select({ id: budgets.id }).from(budgets)).map(({ id }) => id.split("#")[0]).sort();
const left = () => db.select().from(jobs);

test("a job is added in the same batch as its change or not at all, and runs once", async () => {
  const kind = writing();
  const none = db.update(budgets).set({ used: 1 }).where(eq(budgets.id, "nobody"));
  await runBatch(db, {
    changed: [none, enqueue(db, kind, { about: { name: "none", left: 0 }, at: START }, sql`changes() > 0`)],
  });
  expect(await left()).toEqual([]);
  const refused = db.insert(jobs).values({ kind: "x", createdAt: sql`null`, nextAttemptAt: START });
  const together = { job: enqueue(db, kind, { about: { name: "none", left: 0 }, at: START }), refused };
  await expect(runBatch(db, together)).rejects.toThrow();
  expect(await left()).toEqual([]);

  await enqueue(db, kind, { about: { name: "one", left: 0 }, at: START });
  expect(await run(kind)).toEqual({ done: 1, failed: 0, hasMore: false });
  expect(await run(kind)).toEqual({ done: 0, failed: 0, hasMore: false });
  expect(await written()).toEqual(["one"]);
  expect(await left()).toEqual([]);
});

test("a request runs only its own jobs", async () => {
  const kind = writing();
  await enqueue(db, kind, { about: { name: "earlier", left: 0 }, at: START - 1 });
  await enqueue(db, kind, { about: { name: "own", left: 0 }, at: START });
  await runJobsOf(db, [kind], runtimeAt(START), LIMITS);
  expect(await written()).toEqual(["own"]);
});

test("10,000 jobs from one action make no run more expensive, and two runs never repeat a job", async () => {
  await db.run(sql`
    with recursive counted(n) as (select 1 union all select n + 1 from counted where n < 10000)
    insert into budgets (id, began_at, used) select n, 0, 0 from counted`);
  const job = { about: sql`json_object('name', ${budgets.id})`, at: START, key: sql`${budgets.id}` };
  await runBatch(db, {
    jobs: enqueueEach(db, writing(), job, { from: budgets, where: undefined }),
  });
  await db.delete(budgets);
  expect(await db.$count(jobs)).toBe(10_000);
  const before = stats.rowsRead;
  const limits = { ...LIMITS, tries: 120 };
  let begun = 0;
  const counting = writing(async () => {
    begun += 1;
  });
  const both = await Promise.all([run(counting, START, limits), run(counting, START, limits)]);
  const rowsRead = stats.rowsRead - before;
  const done = both.reduce((sum, one) => sum + one.done, 0);
  // Each run reads the oldest thousand jobs, however many there are.
  expect(rowsRead).toBeLessThan(2 * 6000 + 20 * done);
  expect(both.map(({ hasMore }) => hasMore)).toEqual([true, true]);
  expect(done).toBeGreaterThanOrEqual(120);
  expect(begun).toBe(done);
  expect(new Set(await written()).size).toBe(done);
  expect(await db.$count(budgets)).toBe(done);
  expect(await db.$count(jobs)).toBe(10_000 - done);
});

describe("two runs at the same time", () => {
  test("write a job's row once, even if the first one outlasts its claim", async () => {
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let begun = () => {};
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    await enqueue(db, writing(), { about: { name: "once", left: 0 }, at: START });
    const slow = run(
      writing(() => {
        begun();
        return held;
      }),
    );
    await hasBegun;
    expect(await run(writing())).toMatchObject({ done: 0 });
    expect(await run(writing(), START + 16 * MINUTE)).toMatchObject({ done: 1 });
    goOn();
    expect(await slow).toEqual({ done: 0, failed: 0, hasMore: false });
    expect(await written()).toEqual(["once"]);
  });

  // What other people may do to a job while it runs.
  const MEANWHILE: Record<string, { change: () => PromiseLike<unknown>; left: string[] }> = {
    "was dropped": { change: () => db.delete(jobs), left: [] },
    "was cancelled with its cause": { change: () => cancelJobs(db, writing(), "the key"), left: [] },
    "went with its person": { change: () => db.delete(jobs).where(eq(jobs.userId, "somebody")), left: [] },
    "was replaced by a newer one": {
      change: () => enqueue(db, writing(), { about: { name: "newer", left: 0 }, at: START, key: "the key" }),
      left: ["newer"],
    },
  };
  test.each(Object.entries(MEANWHILE))(
    "a job that %s writes nothing",
    async (_what, { change, left: expected }) => {
      const job = { about: { name: "older", left: 0 }, at: START, key: "the key", userId: "somebody" };
      await enqueue(db, writing(), job);
      expect(await run(writing(async () => change()))).toEqual({ done: 0, failed: 0, hasMore: false });
      expect(await written()).toEqual([]);
      await run(writing(), START + HOUR);
      expect(await written()).toEqual(expected);
    },
  );
});

test("a job is merged with a newer one for the same key, and runs once with the newer values", async () => {
  for (const name of ["first", "second"])
    await enqueue(db, writing(), { about: { name, left: 0 }, at: START, key: "k" });
  await run(writing());
  expect(await written()).toEqual(["second"]);
});

test("a run that is killed at any call leaves its job to a later run, which finishes it once", async () => {
  for (let call = 1; ; call++) {
    await enqueue(db, writing(), { about: { name: `job ${call}`, left: 0 }, at: START });
    let calls = 0;
    const killed = (counted: () => unknown) => {
      calls += 1;
      if (calls >= call) throw new Error("killed");
      return counted();
    };
    // This call to D1 and all later ones fail, as if the isolate had ended.
    const dying = new Proxy(db, {
      get: (target, name) => {
        const value = Reflect.get(target, name);
        return typeof value === "function"
          ? (...args: unknown[]) => killed(() => value.apply(target, args))
          : value;
      },
    });
    await run(writing(), START, LIMITS, dying).catch(() => {});
    for (const later of [16 * MINUTE, 2 * HOUR]) await run(writing(), START + later);
    expect(await written(), `killed at call ${call}`).toEqual([`job ${call}`]);
    expect(await left()).toEqual([]);
    await db.delete(budgets);
    if (calls < call) break;
  }
});

test("a long job runs in steps, each written once, and continues where it stopped", async () => {
  let fails = true;
  const steps: JobKind<About> = {
    name: "steps",
    label: "job:kinds.notice",
    about,
    async run(_db, { name, left }) {
      if (left === 2 && fails) throw new Error("half-way");
      const writes = [addRow({ name: `${name} ${left}`, left })];
      return left === 0 ? { writes } : { writes, next: { name, left: left - 1 } };
    },
  };
  await enqueue(db, steps, { about: { name: "step", left: 4 }, at: START });
  expect(await run(steps)).toMatchObject({ failed: 1 });
  expect(await written()).toEqual(["step 3", "step 4"]);
  fails = false;
  expect(await run(steps, START + HOUR)).toMatchObject({ done: 1, hasMore: false });
  expect(await written()).toEqual(["step 0", "step 1", "step 2", "step 3", "step 4"]);
  expect(await left()).toEqual([]);
});

test("a job that always fails is tried eight times in two days, then given up and purged, and only the error's name is stored", async () => {
  class TooBad extends Error {
    override name = "TooBad";
  }
  let tries = 0;
  const failing = writing(async () => {
    tries += 1;
    throw new TooBad("it says reader@example.com");
  });
  await enqueue(db, failing, { about: { name: "never", left: 0 }, at: START });
  for (let hour = 0; hour < 72; hour++) await run(failing, START + hour * HOUR);
  expect(tries).toBe(8);
  const [row] = await left();
  expect(row).toMatchObject({ attempts: 8, error: "TooBad", givenUpAt: expect.any(Number) });
  expect(JSON.stringify(row)).not.toContain("reader@");
  const givenUpAt = row?.givenUpAt ?? 0;
  expect(givenUpAt - START).toBeLessThanOrEqual(2 * DAY);
  expect(await purgeJobs(db, givenUpAt + 30 * DAY - 1)).toBe(0);
  expect(await purgeJobs(db, givenUpAt + 30 * DAY)).toBe(1);
});

test("a job whose last try never ended is given up, too", async () => {
  const job = { kind: "writing", attempts: 8, createdAt: START, nextAttemptAt: START };
  await db.insert(jobs).values(job);
  await run(writing(), START + DAY);
  expect(await left()).toMatchObject([{ error: "Interrupted", givenUpAt: START + DAY }]);
});

test("a job that this version can't read fails, and does not block others", async () => {
  const due = { createdAt: START, nextAttemptAt: START - 1 };
  await db.insert(jobs).values([
    { ...due, kind: "unknown" },
    { ...due, kind: "writing", about: "{}" },
    { ...due, kind: "writing", about: "no JSON" },
  ]);
  await enqueue(db, writing(), { about: { name: "read", left: 0 }, at: START });
  expect(await run(writing())).toEqual({ done: 1, failed: 3, hasMore: false });
  expect((await left()).map(({ error }) => error).sort()).toEqual(["SyntaxError", "UnknownKind", "ZodError"]);
});

test("a run stops at its limit of tries or queries, and says that there is more", async () => {
  for (let n = 0; n < 20; n++) await enqueue(db, writing(), { about: { name: "some", left: 0 }, at: START });
  expect(await run(writing(), START, { tries: 8, queriesLeft: () => 1000 })).toMatchObject({
    done: 8,
    hasMore: true,
  });
  expect(await run(writing(), START, { tries: 100, queriesLeft: () => 7 })).toMatchObject({
    done: 0,
    hasMore: true,
  });
  expect(await run(writing())).toMatchObject({ done: 12, hasMore: false });
});
