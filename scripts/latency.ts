// npm run bench:latency: how long pages take for readers far from the primary, with and without replicas and Smart
// Placement. The built worker runs locally, and each of its calls to D1 is delayed as the distance would delay it.
import { setTimeout as sleep } from "node:timers/promises";
import { type Region, startReplicatedWorker } from "#tests/support/replicated-database.ts";
import { lastCode, Visitor } from "#tests/support/visitor.ts";
import { buildIfStale } from "./lib/build.ts";

/** A round trip within a city or a data centre, in milliseconds: an assumption. */
const NEARBY = 5;

/** Round trips in milliseconds. docs/performance.md names their sources. */
const READERS: { city: string; toPrimary: number; replica: { region: Region; away: number } }[] = [
  { city: "Nairobi", toPrimary: 227, replica: { region: "WEUR", away: 147 } },
  { city: "Paris", toPrimary: 83, replica: { region: "WEUR", away: NEARBY } },
  // D1 has no replica in South America: the primary is the nearest database.
  { city: "São Paulo", toPrimary: 119, replica: { region: "ENAM", away: 119 } },
];

/** The two options: replication of the database, and Smart Placement of the worker. */
const VARIANTS = [
  { name: "neither", replicas: false, placed: false },
  { name: "replicas", replicas: true, placed: false },
  { name: "placement", replicas: false, placed: true },
  { name: "both", replicas: true, placed: true },
];

/** How often each request is sent. The fastest counts: the difference to the others is this machine's noise. */
const TIMES = 5;

buildIfStale();
const { worker, replication } = await startReplicatedWorker();
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
} finally {
  await worker.stop();
}

/** A reader's request. Only `send` is measured. */
interface Step {
  page: string;
  prepare?: () => Promise<unknown>;
  send: () => Promise<Response>;
}

function stepsOf(visitor: Visitor): Step[] {
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
    { page: "own account", send: () => visitor.get("/app/account") },
    { page: "code requested (form)", prepare: another, send: () => newcomer.post("/login", { email }) },
    {
      page: "code entered (form)",
      prepare: askForCode,
      send: async () => newcomer.confirm(verifyPath, await lastCode(worker, email)),
    },
  ];
}

/** Milliseconds until the response begins, without the way to the worker. */
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
    for (const { replicas, placed } of VARIANTS) {
      replication.beforeAnswer = async () => {};
      const visitor = await Visitor.signedIn(worker);
      await replication.catchUp();
      // Next to the primary, no replica is nearer.
      replication.nearest = replicas && !placed ? replica.region : "ENAM";
      const primaryAway = placed ? NEARBY : toPrimary;
      replication.beforeAnswer = async (region) => {
        await sleep(region === "ENAM" ? primaryAway : replica.away);
      };
      const workerAway = placed ? toPrimary : NEARBY;
      for (const step of stepsOf(visitor)) {
        const time = Math.round(workerAway + (await fastestOf(step)));
        rows.set(step.page, [...(rows.get(step.page) ?? []), time]);
      }
    }
    for (const [page, times] of rows) measured.push({ city, page, times });
  }
  return measured;
}
