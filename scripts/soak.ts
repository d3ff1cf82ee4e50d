// npm run test:soak: many people change the same rows, then many connections read at the same time.
// Afterwards, every count in the database must be right, and the worker must not use more memory than at
// first. Takes up to ten minutes. npm run test:soak -- 0.1 runs a tenth of this.
import assert from "node:assert/strict";
import { type FormRule, type PlacedRule, readAccessRules, type Target } from "#tests/support/access.ts";
import { dataPathOf, fillPath } from "#tests/support/fill-path.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker } from "#tests/support/worker.ts";
import { buildIfStale } from "./lib/build.ts";
import { fail } from "./lib/fail.ts";
import { isolateHeap } from "./lib/isolate-heap.ts";

const part = Number(process.argv[2] ?? 1);
const PEOPLE = 50;
const REQUESTS = Math.ceil(20_000 * part);
const CONNECTIONS = 200;
/** The time limits of both halves, in milliseconds. A slow machine sends fewer requests, but does not fail. */
const WRITING_TIME = 7 * 60_000 * part;
const READING_TIME = 60_000 * part;
/** The number of requests before memory is first measured. After these, everything is loaded and compiled. */
const WARM_UP = Math.min(1000, REQUESTS / 2);
/**
 * How much the heap may grow. This allows for code that is compiled and cached later, but not for growth with each
 * request.
 */
const HEAP_GROWTH = 8 * 1024 * 1024;
/** How many rows of each kind all users change. */
const SHARED_ROWS = 5;

/**
 * Forms that are not sent, because they would end the session or the account of their sender, or change who the sender
 * is.
 */
const LEFT_OUT = ["/sign-out", "/account/delete", "/stop-impersonating"];

let made = 0;

buildIfStale();
const worker = await startTestWorker({
  seeded: true,
  inspect: true,
  settings: { LOGIN_CODES_PER_HOUR: "100" },
});
try {
  await soak();
} catch (error) {
  fail((error as Error).message);
} finally {
  await worker.stop();
}

async function soak(): Promise<void> {
  const startedAt = Date.now();
  const rules = await readAccessRules();
  const people = await Promise.all(
    Array.from({ length: PEOPLE }, (_, n) =>
      Visitor.signedIn(worker, { role: n % 2 === 0 ? "admin" : "user" }),
    ),
  );
  const targets = await sharedRows(rules);
  /** The ids of the requests that were accepted, and so may have written something. */
  const succeeded = new Set<string>();

  const random = randomNumbers(1);
  const one = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const forms = rules.flatMap((rule) =>
    LEFT_OUT.includes(rule.path)
      ? []
      : (rule.forms ?? []).filter(({ intent }) => intent !== "impersonate").map((form) => ({ rule, form })),
  );

  let sent = 0;
  let firstHeap = 0;
  const statuses = new Map<number, number>();
  /** @throws {Error} if the server failed */
  async function count(answer: Promise<Response>): Promise<void> {
    const response = await answer;
    await response.text();
    const { status, headers, url } = response;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status >= 500) throw new Error(`${status} for ${url}, request ${headers.get("X-Request-Id")}`);
  }

  const write = async () => {
    const { rule, form } = one(forms);
    const rows = targets.get(rule.makeTarget) ?? [];
    const target = one(rows);
    const response = await one(people).post(fillPath(rule.path, target), fieldsOf(form, target));
    if (response.status < 400) succeeded.add(response.headers.get("X-Request-Id") ?? "");
    // Another user has deleted the row, so a new row replaces it.
    if (response.status === 404 && rows.includes(target)) {
      made += 1;
      rows.splice(rows.indexOf(target), 1, await rule.makeTarget(worker, made));
    }
    return response;
  };
  const read = () => {
    const rule = one(rules);
    const page = fillPath(rule.path, one(targets.get(rule.makeTarget) ?? []));
    return one(people).get(random() < 0.5 ? page : dataPathOf(page));
  };

  const end = Date.now() + WRITING_TIME;
  await atOnce(
    PEOPLE,
    async () => {
      if (sent >= REQUESTS || Date.now() > end) return false;
      sent += 1;
      await count(sent % 2 === 0 ? write() : read());
      return true;
    },
    WARM_UP,
    async () => {
      firstHeap = await heap();
    },
  );
  console.log(`${sent} requests of ${PEOPLE} people: ${summary(statuses)}`);

  statuses.clear();
  const readingEnd = Date.now() + READING_TIME;
  await atOnce(CONNECTIONS, async () => {
    if (Date.now() > readingEnd) return false;
    await count(read());
    return true;
  });
  console.log(`${CONNECTIONS} connections: ${summary(statuses)}`);

  await checkCounts(succeeded, startedAt);
  const lastHeap = await heap();
  console.log(
    `The heap: ${megabytes(firstHeap)} after ${WARM_UP} requests, ${megabytes(lastHeap)} at the end`,
  );
  assert(lastHeap - firstHeap < HEAP_GROWTH, "The worker's memory grows with the number of requests");
}

/** The size of the worker's heap, in bytes. */
function heap(): Promise<number> {
  return isolateHeap(worker.miniflare, async () => (await new Visitor(worker).get("/healthz")).text());
}

/** The rows that all users change, by the `makeTarget` that has added them. */
async function sharedRows(rules: PlacedRule[]): Promise<Map<PlacedRule["makeTarget"], Target[]>> {
  const targets = new Map<PlacedRule["makeTarget"], Target[]>();
  for (const { makeTarget } of rules) {
    if (targets.has(makeTarget)) continue;
    const rows: Target[] = [];
    for (let n = 0; n < SHARED_ROWS; n++) {
      made += 1;
      rows.push(await makeTarget(worker, made));
    }
    targets.set(makeTarget, rows);
  }
  return targets;
}

function fieldsOf({ intent, fields }: FormRule, target: Target): Record<string, string> {
  return { ...(intent !== undefined && { intent }), ...fields?.(target) };
}

/**
 * Runs `task` repeatedly, `width` times in parallel, until it returns false because there is no more to do.
 * @param pauseAfter the number of runs after which everything waits once for `pause`
 */
async function atOnce(
  width: number,
  task: () => Promise<boolean>,
  pauseAfter = Number.POSITIVE_INFINITY,
  pause: () => Promise<void> = async () => {},
): Promise<void> {
  let begun = 0;
  const run = async (until: number) => {
    while (begun < until) {
      begun += 1;
      if (!(await task())) return;
    }
  };
  const all = (until: number) => Promise.all(Array.from({ length: width }, () => run(until)));
  if (Number.isFinite(pauseAfter)) {
    await all(pauseAfter);
    await pause();
  }
  await all(Number.POSITIVE_INFINITY);
}

/** Compares the values that triggers and batches keep with the rows. @throws {Error} if they differ */
async function checkCounts(succeeded: Set<string>, startedAt: number): Promise<void> {
  const { d1 } = worker;
  const rowsOf = async <Row>(query: string) => (await d1.prepare(query).all<Row>()).results;
  const countOf = async (table: string) =>
    (await rowsOf<{ n: number }>(`select count(*) as n from "${table}"`))[0]?.n;

  for (const { name, value } of await rowsOf<{ name: string; value: number }>(
    "select name, value from totals",
  )) {
    assert.equal(value, await countOf(name), `The total of ${name}`);
  }
  const searches = await rowsOf<{ name: string }>(
    "select name from sqlite_master where type = 'table' and name like '%\\_search' escape '\\'",
  );
  assert(searches.length > 0);
  for (const { name } of searches) {
    assert.equal(await countOf(name), await countOf(name.replace("_search", "")), `The rows of ${name}`);
  }
  assert.deepEqual(await rowsOf("pragma foreign_key_check"), []);

  // A request that changes several rows has an entry for each. The seed has its own, older entries.
  const written = await rowsOf<{ request: string; n: number }>(
    `select request_id as request, count(*) as n from audit_log where code is null and at >= ${startedAt}
     group by request_id, action, subject_id`,
  );
  const entries = written.filter(({ request }) => !request.startsWith("unmistakable"));
  assert(entries.length > 0);
  for (const { request, n } of entries) {
    assert.equal(n, 1, `Request ${request} is in the audit log ${n} times about the same row`);
    assert(succeeded.has(request), `Request ${request} is in the audit log, but did not succeed`);
  }
  console.log(`${entries.length} changes, each in the audit log once. All counts are right.`);
}

/** Numbers from 0 to 1, the same in every run (a linear congruential generator). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function summary(statuses: Map<number, number>): string {
  return [...statuses]
    .sort()
    .map(([status, n]) => `${n} x ${status}`)
    .join(", ");
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
