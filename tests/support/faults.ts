import type { Visitor } from "./visitor.ts";
import { startTestWorker, type TestWorker } from "./worker.ts";

/** What can happen to a call to D1, KV, R2 or Images. */
export const FAULTS = [
  /** The call fails, and nothing has happened. */
  "refused",
  /** The call does its work, but its response is lost. */
  "answer lost",
] as const;

export type Fault = (typeof FAULTS)[number];

/**
 * The headers that make one call fail during a request: the number of the call, from 1, and the kind of
 * failure.
 */
const CALL = "X-Faulty-Call";
const FAULT = "X-Fault";
/** The header of a response that lists the calls of its request, background tasks included. */
const CALLS = "X-Calls";

/**
 * A module in front of the worker. It passes on D1, KV, R2 and Images, counts the worker's calls to them, and
 * makes the requested call fail.
 */
const inFront = (main: string) => `
import worker from "${main}";

export default {
  ...worker,
  async fetch(request, env, execution) {
    const faulty = Number(request.headers.get("${CALL}"));
    const fault = request.headers.get("${FAULT}");
    const calls = [];
    const call = async (name, run) => {
      calls.push(name);
      const hit = calls.length === faulty;
      if (hit && fault === "refused") throw new Error("D1_ERROR: refused by a test");
      const result = await run();
      if (hit) throw new Error("D1_ERROR: answer lost by a test");
      return result;
    };
    const originals = new WeakMap();
    const prepared = (statement) => {
      const passed = {
        bind: (...values) => prepared(statement.bind(...values)),
        all: () => call("D1", () => statement.all()),
        run: () => call("D1", () => statement.run()),
        raw: (options) => call("D1", () => statement.raw(options)),
        first: (column) => call("D1", () => statement.first(column)),
      };
      originals.set(passed, statement);
      return passed;
    };
    const passedOn = (db) => ({
      prepare: (query) => prepared(db.prepare(query)),
      batch: (statements) => call("D1 batch", () => db.batch(statements.map((one) => originals.get(one)))),
      withSession: (start) => passedOn(db.withSession(start)),
      getBookmark: () => db.getBookmark(),
    });
    const DB = passedOn(env.DB);
    const KV = new Proxy(env.KV, {
      get: (kv, method) => (...args) => call("KV " + method, () => kv[method](...args)),
    });
    const FILES = new Proxy(env.FILES, {
      get: (files, method) => (...args) => call("R2 " + method, () => files[method](...args)),
    });
    const drawing = (picture) => ({
      transform: (how) => drawing(picture.transform(how)),
      output: (how) => call("Images output", () => picture.output(how)),
    });
    const IMAGES = {
      info: (picture) => call("Images info", () => env.IMAGES.info(picture)),
      input: (picture) => drawing(env.IMAGES.input(picture)),
    };
    const tasks = [];
    const response = await worker.fetch(request, { ...env, DB, KV, FILES, IMAGES }, { waitUntil: (task) => void tasks.push(task) });
    const body = response.body && (await response.arrayBuffer());
    // A background task may begin further background tasks.
    for (let done = 0; done < tasks.length; done = tasks.length) await Promise.allSettled(tasks);
    const { status, headers } = response;
    const answer = new Response(body, { status, headers });
    answer.headers.set("${CALLS}", calls.join(", "));
    return answer;
  },
};
`;

/** Starts a worker whose calls to D1, KV, R2 and Images fail on request. Responses wait for background tasks. */
export const startFaultyWorker = (): Promise<TestWorker> => startTestWorker({ inFront });

/** The calls to D1, KV, R2 and Images that a request made. */
export const callsOf = (response: Response): string[] =>
  (response.headers.get(CALLS) ?? "").split(", ").filter(Boolean);

/** Makes a call of a visitor's next requests fail, until {@link restore}. @param call its number, from 1 */
export function disturb(visitor: Visitor, call: number, fault: Fault): void {
  visitor.headers = { ...visitor.headers, [CALL]: `${call}`, [FAULT]: fault };
}

export function restore(visitor: Visitor): void {
  const { [CALL]: call, [FAULT]: fault, ...headers } = visitor.headers;
  visitor.headers = headers;
}
