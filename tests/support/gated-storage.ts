import type { WorkerOptions } from "miniflare";
import type { StartOptions } from "./worker.ts";

/** Replaces D1 and KV in the worker: each call asks the gate before it reaches the real D1 or KV. */
const GATED_STORAGE = `
export function database({ STORED_DB, GATE }) {
  const passed = (statements) => GATE.fetch("http://gate/", { method: "POST", body: JSON.stringify(statements) });
  const real = new WeakMap();
  const hold = (statement, query, params) => {
    const held = {
      query,
      params,
      bind: (...values) => hold(statement.bind(...values), query, values),
      all: () => passed([{ query, params }]).then(() => statement.all()),
    };
    real.set(held, statement);
    return held;
  };
  const gated = (db) => ({
    prepare: (query) => hold(db.prepare(query), query, []),
    batch: async (statements) => {
      await passed(statements.map(({ query, params }) => ({ query, params })));
      return db.batch(statements.map((one) => real.get(one)));
    },
    withSession: (start) => gated(db.withSession(start)),
    getBookmark: () => db.getBookmark(),
  });
  return gated(STORED_DB);
}

export function keyValue({ STORED_KV, GATE }) {
  const held = (name) => async (...args) => {
    await GATE.fetch("http://gate/", { method: "POST", body: JSON.stringify([{ query: "kv " + name, params: [] }]) });
    return STORED_KV[name](...args);
  };
  return { get: held("get"), put: held("put"), list: held("list") };
}
`;

const NO_CALL = /(?!)/;

/** A statement that the worker sent to D1. */
export interface SentStatement {
  query: string;
  params: unknown[];
}

/**
 * Real D1 and KV behind a gate that the test controls: `startTestWorker(storage.options)`.
 * A call that `hold` matches, by its SQL or "kv get", gets no response until `release`.
 */
export function gatedStorage() {
  let held = NO_CALL;
  let heldCalls: (() => void)[] = [];
  let next: { call: RegExp; task: () => Promise<unknown> } | null = null;
  const sent: SentStatement[][] = [];
  let waiting: (() => void)[] = [];
  let together = 1;
  const gate = async (request: { json(): Promise<unknown> }) => {
    const statements = (await request.json()) as SentStatement[];
    const query = statements.map((one) => one.query).join(";");
    if (!query.startsWith("kv ")) {
      sent.push(statements);
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        if (waiting.length < together) return;
        for (const release of waiting) release();
        waiting = [];
      });
    }
    if (held.test(query)) await new Promise<void>((resolve) => heldCalls.push(resolve));
    if (next?.call.test(query)) {
      const { task } = next;
      next = null;
      await task();
    }
    return new Response() as never;
  };
  const stored: Partial<WorkerOptions> = {
    d1Databases: { STORED_DB: "stored" },
    kvNamespaces: { STORED_KV: "stored" },
  };
  const wrapped = (entrypoint: string) => ({ scriptName: "gated-storage", entrypoint });
  const options: StartOptions = {
    overrides: {
      ...stored,
      wrappedBindings: { DB: wrapped("database"), KV: wrapped("keyValue") },
    },
    storage: { d1: "STORED_DB", kv: "STORED_KV" },
    beside: [
      {
        name: "gated-storage",
        modules: [{ type: "ESModule", path: "gated-storage.js", contents: GATED_STORAGE }],
        serviceBindings: { GATE: gate },
        ...stored,
      } as WorkerOptions,
    ],
  };
  return {
    options,
    /** Every call to D1 so far. A batch is one call. */
    sent: sent as readonly SentStatement[][],
    hold(calls: RegExp) {
      held = calls;
    },
    /** Releases the held calls, and stops holding calls. */
    release() {
      held = NO_CALL;
      for (const answer of heldCalls) answer();
      heldCalls = [];
    },
    /**
     * From now on D1 answers only once this many calls are waiting. A call that depends on an earlier
     * answer is never made.
     */
    answerTogether(calls: number) {
      together = calls;
    },
    /** Runs a task right before the next matching call, once, as a race would at the worst moment. */
    before(call: RegExp, task: () => Promise<unknown>) {
      next = { call, task };
    },
  };
}
