import type { D1Database, D1PreparedStatement, D1Result } from "@cloudflare/workers-types";
import type { Miniflare, WorkerOptions } from "miniflare";
import { createDatabase } from "#app/core/db/client.server.ts";
import { QueryStats } from "#app/core/db/query-stats.ts";
import { applyMigrations } from "#scripts/lib/apply-migrations.ts";
import { seed } from "#scripts/seed/seed.ts";
import { MOVABLE_CLOCK } from "./movable-clock.ts";
import { accessStorage } from "./storage-access.ts";
import { type StartOptions, startTestWorker, type TestWorker } from "./worker.ts";

const PRIMARY = "ENAM";
const REPLICAS = ["WEUR", "APAC"] as const;

export type Region = typeof PRIMARY | (typeof REPLICAS)[number];

interface Statement {
  query: string;
  params: unknown[];
}

/** Replaces D1 in the worker: sends each call to the test's process. */
const BINDING = `
export function database({ D1 }) {
  const opened = (start) => {
    let bookmark = ["first-primary", "first-unconstrained", null].includes(start) ? null : start;
    const ask = async (statements) => {
      const body = JSON.stringify({ start: bookmark ?? start, statements });
      const answer = await (await D1.fetch("http://d1/", { method: "POST", body })).json();
      if (answer.error) throw new Error(answer.error);
      if (start !== null && (!bookmark || answer.bookmark > bookmark)) bookmark = answer.bookmark;
      return answer.results;
    };
    const statement = (query, params) => ({
      query,
      params,
      bind: (...values) => statement(query, values),
      all: async () => (await ask([{ query, params }]))[0],
    });
    return {
      prepare: (query) => statement(query, []),
      batch: (statements) => ask(statements.map(({ query, params }) => ({ query, params }))),
      withSession: (start = "first-unconstrained") => opened(start),
      getBookmark: () => bookmark,
    };
  };
  return opened(null);
}
`;

/**
 * A primary and two replicas, each a separate D1 database. A replica lags until the test lets it catch up, or until a
 * read has a newer bookmark: the read then waits, as D1's do, until the replica has replayed enough.
 */
export class ReplicatedD1 {
  /** The region that answers reads which may go to the nearest database. */
  nearest: Region = PRIMARY;
  /** Runs before the worker gets a response from a region. It may throw, which makes the call fail. */
  beforeAnswer: (region: Region) => Promise<void> = async () => {};
  /** The number of reads that had to wait for their bookmark. */
  waits = 0;

  readonly #databases = new Map<Region, D1Database>();
  /** Everything that was written, in order. A bookmark is the number of entries. */
  readonly #writes: Statement[][] = [];
  readonly #positions = new Map<Region, number>(REPLICAS.map((region) => [region, 0]));
  #last: Promise<unknown> = Promise.resolve();

  async connect(miniflare: Miniflare): Promise<void> {
    for (const region of [PRIMARY, ...REPLICAS] as const) {
      this.#databases.set(region, accessStorage(miniflare, { d1: region, kv: "KV" }).d1);
      if (region !== PRIMARY) await applyMigrations(this.#databaseOf(region));
    }
  }

  /** Lets replicas replay everything that has been written. */
  catchUp(...regions: Region[]): Promise<void> {
    return this.#inTurn(async () => {
      for (const region of regions.length > 0 ? regions : REPLICAS) {
        if (region !== PRIMARY) await this.#replay(region, this.#writes.length);
      }
    });
  }

  /** Puts readers near APAC, whose replica is up to date and never waits. Call it before each test. */
  async reset(): Promise<void> {
    await this.catchUp();
    this.nearest = "APAC";
    this.beforeAnswer = async () => {};
    this.waits = 0;
  }

  /**
   * Runs statements as one batch.
   * @param start a constraint or bookmark; null for a call without a session, which the primary answers
   */
  run(
    start: string | null,
    statements: Statement[],
  ): Promise<{ region: Region; bookmark: string; results: D1Result<Record<string, unknown>>[] }> {
    return this.#inTurn(async () => {
      const writes = statements.some(({ query }) => !/^\s*(select|with)\b/i.test(query));
      const fromPrimary = writes || start === null || start === "first-primary";
      const region = fromPrimary ? PRIMARY : this.nearest;
      const wanted = start ? /^(\d{8})-/.exec(start)?.[1] : undefined;
      if (region !== PRIMARY && Number(wanted ?? 0) > this.#positionOf(region)) {
        this.waits += 1;
        await this.#replay(region, Number(wanted));
      }
      const results = await this.#execute(region, statements);
      if (writes) this.#writes.push(statements);
      const meta = { served_by_region: region, served_by_primary: region === PRIMARY };
      return {
        region,
        bookmark: bookmarkOf(this.#positionOf(region)),
        results: results.map((result) => ({ ...result, meta: { ...result.meta, ...meta } })),
      };
    });
  }

  /** The primary, for the test's own reads and writes. */
  get primary(): Pick<D1Database, "prepare" | "batch"> {
    const prepared = new WeakMap<D1PreparedStatement, Statement>();
    const prepare = (query: string, params: unknown[] = []): D1PreparedStatement => {
      const all = async <T>() => (await this.run(null, [{ query, params }])).results[0] as D1Result<T>;
      const statement = {
        bind: (...values: unknown[]) => prepare(query, values),
        all,
        run: all,
        raw: async () => (await all<Record<string, unknown>>()).results.map(Object.values),
      } as D1PreparedStatement;
      prepared.set(statement, { query, params });
      return statement;
    };
    return {
      prepare,
      batch: async <T>(statements: D1PreparedStatement[]) =>
        (
          await this.run(
            null,
            statements.flatMap((one) => prepared.get(one) ?? []),
          )
        ).results as D1Result<T>[],
    };
  }

  #databaseOf(region: Region): D1Database {
    const database = this.#databases.get(region);
    if (!database) throw new Error(`${region} is not connected`);
    return database;
  }

  #positionOf(region: Region): number {
    return this.#positions.get(region) ?? this.#writes.length;
  }

  async #replay(region: Region, position: number): Promise<void> {
    for (const statements of this.#writes.slice(this.#positionOf(region), position))
      await this.#execute(region, statements);
    this.#positions.set(region, Math.max(position, this.#positionOf(region)));
  }

  #execute(region: Region, statements: Statement[]) {
    const database = this.#databaseOf(region);
    const prepared = statements.map(({ query, params }) => database.prepare(query).bind(...params));
    return database.batch<Record<string, unknown>>(prepared);
  }

  /** The calls run one after the other, because replicas replay the writes in this order. */
  #inTurn<T>(task: () => Promise<T>): Promise<T> {
    const done = this.#last.then(task);
    this.#last = done.catch(() => {});
    return done;
  }
}

/** A bookmark like D1's, which sort by age. */
const bookmarkOf = (position: number) =>
  `${String(position).padStart(8, "0")}-00000000-00000000-${"0".repeat(32)}`;

/**
 * Starts a worker whose D1 has replicas. Its `db` is the primary.
 * @param options.of the database of another worker, for a worker in another data centre
 */
export async function startReplicatedWorker({
  settings = {},
  dataCentre,
  seeded = false,
  of,
}: Pick<StartOptions, "settings" | "dataCentre" | "seeded"> & { of?: ReplicatedD1 } = {}): Promise<{
  worker: TestWorker;
  replication: ReplicatedD1;
}> {
  const replication = of ?? new ReplicatedD1();
  const answer = async (request: { json(): Promise<unknown> }) => {
    const { start, statements } = (await request.json()) as { start: string | null; statements: Statement[] };
    try {
      const answer = await replication.run(start, statements);
      await replication.beforeAnswer(answer.region);
      return Response.json(answer) as never;
    } catch (error) {
      return Response.json({ error: (error as Error).message }) as never;
    }
  };
  const worker = await startTestWorker({
    settings,
    ...(dataCentre && { dataCentre }),
    inFront: MOVABLE_CLOCK,
    overrides: {
      d1Databases: [PRIMARY, ...REPLICAS],
      wrappedBindings: { DB: { scriptName: "replicated-database", entrypoint: "database" } },
    },
    storage: { d1: PRIMARY, kv: "KV" },
    beside: [
      {
        name: "replicated-database",
        modules: [{ type: "ESModule", path: "replicated-database.js", contents: BINDING }],
        serviceBindings: { D1: answer },
      } as WorkerOptions,
    ],
  });
  if (!of) await replication.connect(worker.miniflare);
  if (seeded) await seed(replication.primary as D1Database);
  return { worker: { ...worker, db: createDatabase(replication.primary, new QueryStats()) }, replication };
}
