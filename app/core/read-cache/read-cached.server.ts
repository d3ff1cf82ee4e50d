import { getTableName } from "drizzle-orm";
import { createContext, type RouterContextProvider } from "react-router";
import {
  dbContext,
  platformContext,
  queryStatsContext,
  replicatedDatabaseContext,
  requestIdContext,
  settingsContext,
} from "#app/context.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { QueryStats } from "#app/core/db/query-stats.ts";
import type { ReadStart } from "#app/core/db/replicated-database.server.ts";
import { type SharedTable, sharedTableNames } from "#app/core/db/shared-table.ts";
import { savesData } from "#app/core/http/save-data.ts";
import { hasScript } from "#app/core/http/script-cookie.ts";
import { logError } from "#app/core/lib/log.ts";
import { withinTimeLimit } from "#app/core/lib/time-limit.ts";
import { buildInfo } from "#app/core/shell/build-info.server.ts";
import { type CacheStore, type Floors, ReadCache } from "./read-cache.server.ts";

type Context = Readonly<RouterContextProvider>;

/**
 * How many characters of JSON and URLs an isolate keeps in its memory of 128 MB. A page of 20 books takes some 3,000.
 */
const MAX_CHARACTERS = 4_000_000;

/** How long the data centre may take to look for a copy, in milliseconds: mostly one or two. */
const CACHE_TIME_LIMIT = 1000;

const cache = new ReadCache(MAX_CHARACTERS);

/** How a request may use the cache. Set by core/middleware/database. */
export interface CacheUse {
  floors: Floors;
  /** Where a read that the cache can't answer starts. */
  start: ReadStart;
  /**
   * When the primary last confirmed the state that such a read shows, unless it asks the primary. Milliseconds since
   * 1970.
   */
  confirmedAt: number;
}

/** Null if the request must read the database itself. */
export const cacheUseContext = createContext<CacheUse | null>(null);

/**
 * Reads data that looks the same to every reader, from the cache if possible. It does not use the cache for a
 * page that may not lag, for a request that may write, or for a reader who may enter the manager
 * (docs/decisions/0095).
 * @param what.name a name that no other read in the product has
 * @param what.key everything that the result depends on
 * @param what.tables all tables that it reads
 * @param read gets the only database that it may use. The result is plain data: it becomes JSON
 * @throws what `read` throws, and an error if `read` uses a table that is not in `what.tables`
 */
export async function readCached<Data>(
  context: Context,
  {
    name,
    key,
    tables,
  }: { name: string; key: Readonly<Record<string, string>>; tables: readonly SharedTable[] },
  read: (db: Database) => Promise<Data>,
): Promise<Data> {
  const use = context.get(cacheUseContext);
  if (!use) return read(context.get(dbContext));
  const { now, origin, inBackground } = context.get(platformContext);
  const replicated = context.get(replicatedDatabaseContext);
  const names = tables.map(getTableName);
  const run = async (start: ReadStart, whole?: QueryStats) => {
    const readAt = Date.now();
    // This read has its own statistics, because other reads of the request may have asked the primary.
    const stats = new QueryStats(whole);
    const { db, bookmark } = replicated.openApart(start, stats, (query) => refuseOtherTables(query, names));
    const data = await read(db);
    const confirmedAt = start === "first-primary" || stats.servedByPrimary ? readAt : use.confirmedAt;
    return { data, readAt, confirmedAt, bookmark: bookmark() };
  };
  const { commit, version } = buildInfo();
  const found = await cache.read<Data>({
    // Another build may read other data under the same name.
    url: `${origin.origin}/.read-cache/${commit ?? version}/${name}?${new URLSearchParams(key)}`,
    tables: names,
    floors: use.floors,
    now,
    store: storeOf(context),
    read: (floor) => {
      const { start } = use;
      const reaches = floor === null || (typeof start === "object" && start.bookmark >= floor);
      // A replica may not have reached the state that the reader must see.
      return run(reaches ? start : "first-primary", context.get(queryStatsContext));
    },
    renew: () => run("first-primary"),
    inBackground,
  });
  replicated.noteRead(found);
  return found.data;
}

/**
 * Whether a page is sent without the reader's own data, so that it needs no database; script then loads that data with
 * a fetcher. Without script, the data is part of the page.
 */
export const ownPartFollows = (context: Context, request: Request): boolean =>
  context.get(cacheUseContext) !== null && hasScript(request) && !savesData(request.headers);

/**
 * Forgets, in this data centre, what was read from the tables that this request has changed. This runs after the
 * response.
 */
export function forgetChangedReads(context: Context): void {
  if (!context.get(settingsContext).READ_CACHE) return;
  const { origin, inBackground } = context.get(platformContext);
  const change = { at: Date.now(), bookmark: context.get(replicatedDatabaseContext).bookmark };
  for (const table of context.get(queryStatsContext).changedTables) {
    if (!sharedTableNames.has(table)) continue;
    inBackground(() => cache.forget(table, change, { store: storeOf(context), origin: origin.origin }));
  }
}

/** The copies that the data centre keeps. If it does not answer, there are none, and the database is read instead. */
function storeOf(context: Context): CacheStore {
  const { openCache } = context.get(platformContext);
  const orNothing = async <T>(what: string, task: () => Promise<T>): Promise<T | undefined> => {
    try {
      const late = () => new Error(`The cache did not answer within ${CACHE_TIME_LIMIT} ms: ${what}`);
      return await withinTimeLimit(task(), CACHE_TIME_LIMIT, late);
    } catch (error) {
      logError("read cache failed", error, context.get(requestIdContext));
    }
  };
  return {
    get: (url) => orNothing("get", async () => (await (await openCache()).match(url))?.text()),
    put: async (url, text, maxAge) => {
      const response = new Response(text, { headers: { "Cache-Control": `max-age=${maxAge}` } });
      await orNothing("put", async () => (await openCache()).put(url, response));
    },
  };
}

/** @throws if a query reads a table that is not among these */
function refuseOtherTables(query: string, names: readonly string[]): void {
  for (const [, table = ""] of query.matchAll(/\b(?:from|join|into|update)\s+"?(\w+)/gi)) {
    if (!names.includes(table))
      throw new Error(`A cached read of ${names.join(", ")} also reads ${table}. ${query}`);
  }
}
