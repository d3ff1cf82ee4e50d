import { getTableName } from "drizzle-orm";
import { createContext, type RouterContextProvider } from "react-router";
import {
  dbContext,
  platformContext,
  queryStatsContext,
  replicatedDatabaseContext,
  settingsContext,
} from "#app/context.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { QueryStats } from "#app/core/db/query-stats.ts";
import type { ReadStart } from "#app/core/db/replicated-database.server.ts";
import { type SharedTable, sharedTableNames } from "#app/core/db/shared-table.ts";
import { hasScript } from "#app/core/http/script-cookie.ts";
import { buildInfo } from "#app/core/shell/build-info.server.ts";
import { type Floors, ReadCache } from "./read-cache.server.ts";

type Context = Readonly<RouterContextProvider>;

/** How much JSON an isolate keeps, with its URLs, in characters, of its 128 MB. A page of 20 books is some 3,000. */
const MAX_CHARACTERS = 4_000_000;

const cache = new ReadCache(MAX_CHARACTERS);

/** How a request may use the cache. Set by core/middleware/database. */
export interface CacheUse {
  floors: Floors;
  /** Where a read starts that the cache can't answer. */
  start: ReadStart;
  /** When the primary last confirmed the state that such a read shows, unless it asks the primary. Milliseconds since 1970. */
  confirmedAt: number;
}

/** Null if the request must read the database itself. */
export const cacheUseContext = createContext<CacheUse | null>(null);

/**
 * Reads what looks the same to every reader, from the cache where it may be used: not for a page that may not lag, a request that may
 * write, or a reader who may enter the manager (docs/decisions/0095).
 * @param what.name names the read, in this file and in all others
 * @param what.key everything that the result depends on
 * @param what.tables all tables that it reads
 * @param read gets the only database that it may use. The result is plain data: it becomes JSON
 * @throws what `read` throws. If it reads another table, that is an error of the program
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
  const { now, origin, cacheStore, inBackground } = context.get(platformContext);
  const replicated = context.get(replicatedDatabaseContext);
  const names = tables.map(getTableName);
  const run = async (start: ReadStart, stats: QueryStats) => {
    const readAt = Date.now();
    const { db, bookmark } = replicated.openApart(start, stats, (query) => refuseOtherTables(query, names));
    const data = await read(db);
    const confirmedAt = start === "first-primary" || stats.servedByPrimary ? readAt : use.confirmedAt;
    return { data, readAt, confirmedAt, bookmark: bookmark() };
  };
  const { commit, version } = buildInfo(context.get(settingsContext));
  const found = await cache.read<Data>({
    // A build may read something else under the same name.
    url: `${origin.origin}/.read-cache/${commit ?? version}/${name}?${new URLSearchParams(key)}`,
    tables: names,
    floors: use.floors,
    now,
    store: await cacheStore(),
    read: (floor) => {
      const starts = use.start === "first-primary" || floor === null;
      return run(starts ? use.start : { bookmark: floor }, context.get(queryStatsContext));
    },
    renew: () => run("first-primary", new QueryStats()),
    inBackground,
  });
  replicated.noteRead(found);
  return found.data;
}

/**
 * Whether a page leaves out what is the reader's own: it then comes without asking the database, and script loads the rest
 * (core/client/use-own-part). Without script, it is part of the page, which waits for it.
 */
export const ownPartFollows = (context: Context, request: Request): boolean =>
  context.get(cacheUseContext) !== null && hasScript(request);

/** Forgets, in this data centre, what was read from the tables that this request has changed. After the response. */
export function forgetChangedReads(context: Context): void {
  const { origin, cacheStore, inBackground } = context.get(platformContext);
  const change = { at: Date.now(), bookmark: context.get(replicatedDatabaseContext).bookmark };
  for (const table of context.get(queryStatsContext).changedTables) {
    if (!sharedTableNames.has(table)) continue;
    inBackground(async () =>
      cache.forget(table, change, { store: await cacheStore(), origin: origin.origin }),
    );
  }
}

/** @throws if a query reads a table that is not among these */
function refuseOtherTables(query: string, names: readonly string[]): void {
  for (const [, table = ""] of query.matchAll(/\b(?:from|join|into|update)\s+"?(\w+)/gi)) {
    if (!names.includes(table))
      throw new Error(`A cached read of ${names.join(", ")} also reads ${table}. ${query}`);
  }
}
