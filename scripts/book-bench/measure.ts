import { gzipSync } from "node:zlib";
import { books } from "#app/schema.ts";
import { weighPage } from "#tests/support/page-weight.ts";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import { type Load, load, summaryOf } from "./load.ts";
import { type Page, pagesWith } from "./pages.ts";
import type { Runtime } from "./runtime.ts";

/** What a page costs when the database has a certain number of books. */
export interface Cost extends Load {
  books: number;
  page: Page;
  rows: number;
  statements: number;
  roundTrips: number;
  /**
   * The time in D1, in milliseconds: that of the fastest of several consecutive requests; null if the page
   * has no query.
   */
  databaseTime: number | null;
  /** CPU time of the runtime's process for one request, in milliseconds, and as a multiple of the floor's. */
  cpu: number | null;
  timesFloor: number | null;
}

/** The size of a page, by the way it is sent; 1 KB is 1,000 bytes. */
export interface Weight {
  page: Page;
  htmlGzipKB: number;
  htmlKB: number;
  htmlAndStylesKB: number;
  scriptKB: number;
  files: number;
  navigationKB: number;
}

/** A browser for each kind of user for whom pages are measured. */
export type Visitors = Record<Page["as"], Visitor>;

/** Makes a browser for each kind of user, and signs in all users except the visitor. */
export async function signIn({ worker }: Runtime): Promise<Visitors> {
  // The addresses are random. The tests' own addresses are numbered from 1 in each process, but this database
  // already has users from the measurements with fewer books.
  const somebody = () => ({ email: `${crypto.randomUUID()}@example.com` });
  return {
    visitor: new Visitor(worker),
    reader: await Visitor.signedIn(worker, somebody()),
    admin: await Visitor.signedIn(worker, { ...somebody(), role: "admin" }),
  };
}

/** The pages to measure. The page of a book uses any book of the database. */
export async function readPages({ worker }: Runtime): Promise<Page[]> {
  const [book] = await worker.db.select({ id: books.id }).from(books).orderBy(books.id).limit(1);
  if (!book) throw new Error("There is no book");
  return pagesWith(book.id);
}

/** Requests for each page, one after the other. */
const TRIES = 10;

async function databaseOf(page: Page, visitor: Visitor) {
  const times: number[] = [];
  let last = await visitor.get(page.path);
  for (let n = 0; n < TRIES; n++) {
    last = await visitor.get(page.path);
    if (last.status !== 200) throw new Error(`${page.path} answered ${last.status}`);
    await last.arrayBuffer();
    times.push(Number(/\bdb;dur=([\d.]+)/.exec(last.headers.get("Server-Timing") ?? "")?.[1]));
  }
  const { rowsRead: rows, queries: statements, roundTrips } = databaseCost(last);
  return { rows, statements, roundTrips, databaseTime: statements > 0 ? Math.min(...times) : null };
}

/**
 * Measures what pages cost. The floor and the pages take turns, so that other work on the machine slows them all
 * equally.
 * @param requests the requests of each round
 */
export async function measureCosts(
  runtime: Runtime,
  floor: Runtime,
  visitors: Visitors,
  pages: Page[],
  { books, rounds, requests }: { books: number; rounds: number; requests: number },
): Promise<{ floor: Load & { cpu: number | null }; costs: Cost[] }> {
  const database = new Map<Page, Awaited<ReturnType<typeof databaseOf>>>();
  for (const page of pages) database.set(page, await databaseOf(page, visitors[page.as]));

  const targets = [
    { page: null, runtime: floor, url: new URL("/", floor.worker.url), cookie: "" },
    ...pages.map((page) => {
      const cookie = [...visitors[page.as].cookies].map((pair) => pair.join("=")).join("; ");
      return { page, runtime, url: new URL(page.path, runtime.worker.url), cookie };
    }),
  ].map((target) => ({ ...target, runs: [] as Awaited<ReturnType<typeof load>>[], cpu: 0 }));
  // The first round is not counted, because it compiles frequently used code.
  for (let round = 0; round <= rounds; round++) {
    for (const target of targets) {
      const before = target.runtime.cpu();
      const run = await load(target.url, target.cookie, requests);
      if (round === 0) continue;
      target.runs.push(run);
      target.cpu += (target.runtime.cpu() ?? Number.NaN) - (before ?? 0);
    }
  }
  const cpuOf = (target: { cpu: number }) =>
    Number.isNaN(target.cpu) ? null : target.cpu / (rounds * requests);
  const [own, ...others] = targets as [(typeof targets)[0], ...typeof targets];
  const floorCpu = cpuOf(own);
  const costs = others.flatMap((target): Cost[] => {
    const cost = target.page && database.get(target.page);
    if (!target.page || !cost) return [];
    const cpu = cpuOf(target);
    const timesFloor = cpu !== null && floorCpu !== null ? cpu / floorCpu : null;
    return [{ books, page: target.page, ...cost, ...summaryOf(target.runs), cpu, timesFloor }];
  });
  return { floor: { ...summaryOf(own.runs), cpu: floorCpu }, costs };
}

/** Weighs the pages that have their own document. */
export async function measureWeights(runtime: Runtime, visitors: Visitors): Promise<Weight[]> {
  const weights: Weight[] = [];
  for (const page of (await readPages(runtime)).filter(({ weighed }) => weighed)) {
    const visitor = visitors[page.as];
    const response = await visitor.get(page.path);
    const html = await response.clone().text();
    const dataPath = `${page.path}.data`;
    const { scripts, ...weight } = await weighPage(response);
    weights.push({
      page,
      ...weight,
      htmlGzipKB: gzipSync(html).byteLength / 1000,
      files: scripts.length,
      // A navigation in the browser only fetches the data.
      navigationKB: (await weighPage(await visitor.get(dataPath))).htmlKB,
    });
  }
  return weights;
}
