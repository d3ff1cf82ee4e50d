// npm run bench:latency: how long pages take for readers far from the primary, with and without replicas, Smart
// Placement and cached reads. The built worker runs locally, and each of its calls to D1 gets the latency of the
// distance.
import { setTimeout as sleep } from "node:timers/promises";
import { ruled } from "#app/slices.ts";
import { type Region, startReplicatedWorker } from "#tests/support/replicated-database.ts";
import { lastCode, Visitor } from "#tests/support/visitor.ts";
import { buildIfStale } from "./lib/build.ts";

/** A round trip within a city or a data centre, in milliseconds. This is an assumption. */
const NEARBY = 5;

/** Round trips in milliseconds. docs/performance.md names their sources. */
const READERS: { city: string; toPrimary: number; replica: { region: Region; away: number } }[] = [
  { city: "Nairobi", toPrimary: 227, replica: { region: "WEUR", away: 147 } },
  { city: "Paris", toPrimary: 83, replica: { region: "WEUR", away: NEARBY } },
  // D1 has no replica in South America, so the primary is the nearest database there.
  { city: "São Paulo", toPrimary: 119, replica: { region: "ENAM", away: 119 } },
];

/** The options: replication of the database, Smart Placement of the worker, and READ_CACHE. */
const VARIANTS = [
  { name: "neither", replicas: false, placed: false, caches: false },
  { name: "replicas", replicas: true, placed: false, caches: false },
  { name: "placement", replicas: false, placed: true, caches: false },
  { name: "both", replicas: true, placed: true, caches: false },
  { name: "cache", replicas: false, placed: false, caches: true },
];

/** How much later than the sign-in page a cached page may begin, in milliseconds. */
const CACHE_BOUND = 15;

/**
 * The paths, as in app/routes.ts, of the pages that need no database if READ_CACHE is on: lists, and the
 * pages of their rows.
 */
const CACHED: readonly string[] = ruled("takesClaim").flat();

/**
 * How often each request is sent. Only the fastest time is kept, because the difference to the others is
 * noise of this machine.
 */
const TIMES = 5;

buildIfStale();
const { worker: usual, replication } = await startReplicatedWorker({ seeded: true });
const { worker: caching } = await startReplicatedWorker({
  settings: { READ_CACHE: "true" },
  of: replication,
});
try {
  const pages = await measureAll();
  console.log(`Milliseconds until a page begins to arrive, on an open connection. Primary: Virginia.\n`);
  const names = VARIANTS.map(({ name }) => name.padStart(11)).join("");
  for (const { city } of READERS) {
    console.log(`${city.padEnd(32)}${names}`);
    for (const { page, times } of pages.filter((one) => one.city === city))
      console.log(`  ${page.padEnd(30)}${times.map((time) => String(time).padStart(11)).join("")}`);
    console.log();
  }
  for (const { city, page, times } of pages.filter((one) => one.page.startsWith("/"))) {
    const [start = 0] = pages.filter((one) => one.city === city).map((one) => one.times.at(-1) ?? 0);
    const late = (times.at(-1) ?? 0) - start;
    console.log(
      `${city}, ${page}: ${late} <= ${CACHE_BOUND} after the sign-in page${late <= CACHE_BOUND ? "" : " MISSED"}`,
    );
  }
} finally {
  await usual.stop();
  await caching.stop();
}

/** A reader's request. Only `send` is measured. */
interface Step {
  page: string;
  prepare?: () => Promise<unknown>;
  send: () => Promise<Response>;
}

/** The URLs of the cached pages that are measured: each list, and the first page to which it links. */
async function cachedPaths(visitor: Visitor): Promise<string[]> {
  const lists = CACHED.filter((pattern) => !pattern.includes(":")).map((pattern) => `/${pattern}`);
  const linked = lists.map(async (list) => {
    const html = await (await visitor.get(list)).text();
    return new RegExp(`href="(${list}/[\\w-]+)"`).exec(html)?.[1] ?? list;
  });
  return [...new Set([...lists, ...(await Promise.all(linked))])];
}

function stepsOf(visitor: Visitor, paths: string[]): Step[] {
  const { worker } = visitor;
  let email = "";
  let newcomer = new Visitor(worker);
  let verifyPath = "";
  const another = async () => {
    email = `reader-${crypto.randomUUID()}@example.com`;
    newcomer = new Visitor(worker);
  };
  const askForCode = async () => {
    await another();
    ({ verifyPath } = await newcomer.askForCode(email));
  };
  const forgetBookmarks = async () => {
    for (const name of ["last-write", "last-read"]) visitor.cookies.delete(name);
  };
  return [
    { page: "sign-in page, no session", send: () => new Visitor(worker).get("/login") },
    { page: "home, once in five minutes", prepare: forgetBookmarks, send: () => visitor.get("/app") },
    { page: "home, otherwise", send: () => visitor.get("/app") },
    ...paths.map((path) => ({
      page: CACHED.map((pattern) => `/${pattern}`).includes(path) ? path : path.replace(/[^/]+$/, ":id"),
      send: () => visitor.get(path),
    })),
    { page: "own account", send: () => visitor.get("/app/account") },
    { page: "code requested (form)", prepare: another, send: () => newcomer.post("/login", { email }) },
    {
      page: "code entered (form)",
      prepare: askForCode,
      send: async () => newcomer.confirm(verifyPath, await lastCode(worker, email)),
    },
  ];
}

/** The time until the response begins, in milliseconds, without the distance to the worker. */
async function fastestOf({ prepare, send }: Step): Promise<number> {
  const times = [];
  for (let n = 0; n < TIMES; n++) {
    await prepare?.();
    const start = performance.now();
    const response = await send();
    times.push(performance.now() - start);
    if (response.status >= 400) throw new Error(`${response.url} answered ${response.status}`);
    await response.arrayBuffer();
  }
  return Math.min(...times);
}

async function measureAll() {
  const measured: { city: string; page: string; times: number[] }[] = [];
  for (const { city, toPrimary, replica } of READERS) {
    const rows = new Map<string, number[]>();
    for (const { replicas, placed, caches } of VARIANTS) {
      replication.beforeAnswer = async () => {};
      const visitor = await Visitor.signedIn(caches ? caching : usual);
      visitor.cookies.set("script", "on");
      const paths = await cachedPaths(visitor);
      await replication.catchUp();
      // If the worker is placed next to the primary, no replica is nearer.
      replication.nearest = replicas && !placed ? replica.region : "ENAM";
      const primaryAway = placed ? NEARBY : toPrimary;
      replication.beforeAnswer = async (region) => {
        await sleep(region === "ENAM" ? primaryAway : replica.away);
      };
      const workerAway = placed ? toPrimary : NEARBY;
      for (const step of stepsOf(visitor, paths)) {
        const time = Math.round(workerAway + (await fastestOf(step)));
        rows.set(step.page, [...(rows.get(step.page) ?? []), time]);
      }
    }
    for (const [page, times] of rows) measured.push({ city, page, times });
  }
  return measured;
}
