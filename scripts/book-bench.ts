// npm run bench: fills a separate database with books and users, measures the cost and size of pages, and
// prints each figure next to its bound (docs/performance.md). It does not change local data.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { startTestWorker } from "#tests/support/worker.ts";
import { addBooks, addUsers, createDatabase } from "./book-bench/fill.ts";
import { measureHeap } from "./book-bench/heap.ts";
import { measureLighthouse } from "./book-bench/lighthouse.ts";
import { measureCosts, measureWeights, readPages, signIn } from "./book-bench/measure.ts";
import { BOUNDS } from "./book-bench/pages.ts";
import { measurePaints } from "./book-bench/paint.ts";
import {
  costLine,
  floorLine,
  type Line,
  lighthouseLine,
  paintLine,
  printTable,
  weightLine,
} from "./book-bench/report.ts";
import { type Runtime, startRuntime } from "./book-bench/runtime.ts";
import { measureWrites } from "./book-bench/writes.ts";
import { buildIfStale } from "./lib/build.ts";
import { fail } from "./lib/fail.ts";

const USAGE = `npm run bench -- [options]
  --books <numbers>  how many books, one after the other: 100,10000,100000,1000000
  --users <number>   how many users, each with a session: 100000
  --json <file>      where to write the same as JSON: bench.json in the folder for temporary files
  --quick            fewer requests and users, 100 and 10,000 books
  --heap <number>    only the memory of the worker after 1,000 and after so many requests: 100000`;

const { values } = parseArgs({
  options: {
    books: { type: "string" },
    users: { type: "string" },
    json: { type: "string", default: path.join(tmpdir(), "bench.json") },
    quick: { type: "boolean", default: false },
    heap: { type: "string" },
    help: { type: "boolean", default: false },
  },
});
const sizes = (values.books ?? (values.quick ? "100,10000" : "100,10000,100000,1000000"))
  .split(",")
  .map(Number)
  .sort((a, b) => a - b);
const users = Number(values.users ?? (values.quick ? 1000 : 100_000));
if (
  values.help ||
  [...sizes, users, Number(values.heap ?? 1)].some((size) => !Number.isInteger(size) || size < 1)
)
  fail(USAGE);

const ROUNDS = 3;
const REQUESTS = values.quick ? 25 : 100;

const FLOOR = "scripts/book-bench/floor";

const folder = mkdtempSync(path.join(tmpdir(), "bench-"));
const runtimes: Runtime[] = [];

async function stop(): Promise<void> {
  await Promise.all(runtimes.splice(0).map(({ worker }) => worker.stop()));
}

async function cleanUp(): Promise<void> {
  await stop();
  for (const path of [folder, `${FLOOR}/build`, `${FLOOR}/.react-router`, `${FLOOR}/.wrangler`])
    rmSync(path, { recursive: true, force: true });
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.once(signal, () => cleanUp().finally(() => process.exit(1)));

try {
  buildIfStale();
  if (values.heap) await heap(Number(values.heap));
  else await bench();
} catch (error) {
  await cleanUp();
  fail(`Not measured: ${(error as Error).message}`);
}
await cleanUp();

async function start(options: Parameters<typeof startTestWorker>[0]): Promise<Runtime> {
  const runtime = await startRuntime(() => startTestWorker(options));
  runtimes.push(runtime);
  return runtime;
}

async function heap(most: number): Promise<void> {
  const { worker } = await start({ seeded: true, inspect: true });
  const measured = await measureHeap(worker, most);
  for (const { requests, bytes } of measured)
    console.log(`The heap after ${requests.toLocaleString("en")} requests: ${megabytes(bytes)}`);
}

async function bench(): Promise<void> {
  buildFloor();
  const file = await createDatabase(folder);
  const filled = [
    { what: `${users.toLocaleString("en")} users with sessions`, ...(await addUsers(file, users)) },
  ];
  const costs: Line[] = [];
  let [weights, paints]: [Line[], Line[] | string] = [[], ""];
  let scores: Line[] | string = "it takes another minute (--quick)";
  let writes: Awaited<ReturnType<typeof measureWrites>> | null = null;
  for (const [n, books] of sizes.entries()) {
    const from = sizes[n - 1] ?? 0;
    const added = (books - from).toLocaleString("en");
    filled.push({ what: `${added} more books`, ...(await addBooks(file, from, books)) });
    const runtime = await start({ persistTo: folder });
    const floor = await start({ config: `${FLOOR}/build/server/wrangler.json` });
    const visitors = await signIn(runtime);
    const counts = { books, rounds: ROUNDS, requests: REQUESTS };
    const measured = await measureCosts(runtime, floor, visitors, await readPages(runtime), counts);
    const lines = [floorLine(books, measured.floor), ...measured.costs.map(costLine)];
    costs.push(...lines);
    printTable("Cost of a request", lines);
    if (n === sizes.length - 1) {
      weights = (await measureWeights(runtime, visitors)).map(weightLine);
      const painted = await measurePaints(runtime, floor, visitors, folder);
      paints = typeof painted === "string" ? painted : painted.map(paintLine);
      if (!values.quick) {
        const judged = await measureLighthouse(runtime, visitors, folder);
        scores = typeof judged === "string" ? judged : judged.map(lighthouseLine);
      }
      writes = await measureWrites(runtime.worker);
    }
    await stop();
    const fromCopies = await measureCopies(counts);
    costs.push(...fromCopies);
    printTable("With READ_CACHE", fromCopies);
    await stop();
  }
  printTable("Weight of a page", weights);
  if (typeof paints === "string") console.log(`On a slow phone: not measured, because ${paints}\n`);
  else printTable("On a slow phone", paints);
  if (typeof scores === "string") console.log(`Lighthouse: not measured, because ${scores}\n`);
  else printTable("Lighthouse", scores);
  for (const { what, seconds, cpuSeconds, bytes } of filled)
    console.log(
      `${what}: ${seconds.toFixed(0)} s (${cpuSeconds.toFixed(0)} s of CPU), ${megabytes(bytes)} in the file`,
    );
  const seconds = filled.reduce((sum, one) => sum + one.seconds, 0);
  console.log(
    `All of it: ${seconds.toFixed(0)} s, ${seconds <= BOUNDS.fillSeconds ? "within" : "MISSED:"} ${BOUNDS.fillSeconds} s`,
  );
  if (writes)
    console.log(
      `A new book writes ${writes.rowsWritten} rows; ${writes.perSecond.toFixed(0)} a second, one after the other`,
    );
  writeFileSync(
    values.json,
    `${JSON.stringify({ ...description(), filled, costs, weights, paints, scores, writes }, null, 2)}\n`,
  );
  console.log(`\nThe same as JSON: ${values.json}`);
}

/**
 * Measures the pages that need no database to begin if READ_CACHE is on. The reader's browser has script, so
 * these pages come from cached copies.
 */
async function measureCopies(counts: Parameters<typeof measureCosts>[4]): Promise<Line[]> {
  const runtime = await start({ persistTo: folder, settings: { READ_CACHE: "true" } });
  const floor = await start({ config: `${FLOOR}/build/server/wrangler.json` });
  const visitors = await signIn(runtime);
  visitors.reader.cookies.set("script", "1");
  const pages = (await readPages(runtime))
    .filter(({ cached }) => cached)
    .map((page) => ({ ...page, name: `${page.name}, READ_CACHE` }));
  const { costs } = await measureCosts(runtime, floor, visitors, pages, counts);
  return costs.map(costLine);
}

/** Builds the floor, an empty page with which all pages are compared, in the same way as the product. */
function buildFloor(): void {
  const { status, stderr } = spawnSync("react-router", ["build", FLOOR], {
    encoding: "utf8",
    env: { ...process.env, NODE_ENV: "production", CLOUDFLARE_ENV: "" },
  });
  if (status !== 0) throw new Error(`The floor was not built:\n${stderr}`);
}

function description() {
  const machine = { cores: availableParallelism(), model: cpus()[0]?.model, node: process.version };
  return { measuredAt: new Date().toISOString(), machine };
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
