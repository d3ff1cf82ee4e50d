import type { D1Database, D1PreparedStatement, D1Result, KVNamespace } from "@cloudflare/workers-types";
import type { Miniflare, WorkerOptions } from "miniflare";
import type { StorageOptions } from "#scripts/lib/built-worker.ts";
import { inTime } from "./in-time.ts";

const NAME = "storage-access";

interface Statement {
  query: string;
  params: unknown[];
}

/**
 * A worker next to the tested one, with the same storage. Each request names a method of a binding, and gets
 * the method's result.
 */
const WORKER = `
const statementsOf = (db, statements) =>
  statements.map(({ query, params }) => db.prepare(query).bind(...params));
const calls = {
  all: (db, statement) => statementsOf(db, [statement])[0].all(),
  raw: (db, statement, options) => statementsOf(db, [statement])[0].raw(options),
  batch: (db, ...statements) => db.batch(statementsOf(db, statements)),
};
export default {
  async fetch(request, env) {
    const { binding, method, args } = await request.json();
    try {
      const result = await (calls[method]?.(env[binding], ...args) ?? env[binding][method](...args));
      return Response.json({ result });
    } catch (error) {
      return Response.json({ error: error.message });
    }
  },
};`;

/**
 * The worker through which {@link accessStorage} reaches databases and KV. @param storage the bindings of the tested
 * worker
 */
export const storageAccess = (storage: StorageOptions): WorkerOptions => ({
  name: NAME,
  modules: [{ type: "ESModule", path: `${NAME}.js`, contents: WORKER }],
  ...storage,
});

/**
 * D1 and KV for a test's own reads and writes, with one request for each call. Miniflare's own bindings make
 * about six requests for a statement, and block the process until each has its response: a query takes 16 ms
 * with them, and 3 ms without.
 * @param miniflare runs the worker of {@link storageAccess}
 * @param names the names of the bindings
 */
export function accessStorage(
  miniflare: Miniflare,
  names: { d1: string; kv: string },
): { d1: D1Database; kv: KVNamespace } {
  const access = miniflare.getWorker(NAME);
  async function call<Result>(binding: string, method: string, ...args: unknown[]): Promise<Result> {
    const body = JSON.stringify({ binding, method, args });
    const asked = access.then((worker) => worker.fetch("http://storage/", { method: "POST", body }));
    const answered = asked.then(
      (response) => response.json() as Promise<{ result: Result } | { error: string }>,
    );
    const answer = await inTime(`A call of the test to storage: ${body.slice(0, 500)}`, answered);
    if ("error" in answer) throw new Error(answer.error);
    return answer.result;
  }

  const prepared = new WeakMap<D1PreparedStatement, Statement>();
  function prepare(query: string, params: unknown[] = []): D1PreparedStatement {
    const all = () => call<D1Result<Record<string, unknown>>>(names.d1, "all", { query, params });
    const statement = {
      bind: (...values: unknown[]) => prepare(query, values),
      all,
      run: all,
      raw: (options?: unknown) => call(names.d1, "raw", { query, params }, options),
      first: async (column?: string) => {
        const [row = null] = (await all()).results;
        return row && column !== undefined ? row[column] : row;
      },
    } as D1PreparedStatement;
    prepared.set(statement, { query, params });
    return statement;
  }
  const d1 = {
    prepare,
    batch: (statements: D1PreparedStatement[]) =>
      call(names.d1, "batch", ...statements.map((statement) => prepared.get(statement))),
    exec: (query: string) => call(names.d1, "exec", query),
  };
  const ofKv =
    (method: string) =>
    (...args: unknown[]) =>
      call(names.kv, method, ...args);
  const kv = { get: ofKv("get"), put: ofKv("put"), delete: ofKv("delete"), list: ofKv("list") };
  return { d1: d1 as unknown as D1Database, kv: kv as unknown as KVNamespace };
}
