import { isolateHeap } from "#scripts/lib/isolate-heap.ts";
import { Visitor } from "#tests/support/visitor.ts";
import type { TestWorker } from "#tests/support/worker.ts";
import { load } from "./load.ts";

/** The number of requests after which everything is loaded and compiled. */
const WARM_UP = 1000;

const PATHS = ["/login", "/app/books", "/app/account", "/manager/books", "/manager/users", "/healthz"];

/**
 * Measures the heap of the worker's isolate twice: after 1,000 requests of several pages, and after `most`
 * requests. Each time, the garbage is collected first.
 * @param worker a worker that was started with `inspect`
 */
export async function measureHeap(
  worker: TestWorker,
  most: number,
): Promise<{ requests: number; bytes: number }[]> {
  const admin = await Visitor.signedIn(worker, { role: "admin" });
  await admin.get("/app/books");
  const cookie = [...admin.cookies].map((pair) => pair.join("=")).join("; ");
  const wake = async () => (await new Visitor(worker).get("/healthz")).arrayBuffer();
  const measured: { requests: number; bytes: number }[] = [];
  let sent = 0;
  for (const requests of [WARM_UP, most]) {
    const each = Math.ceil((requests - sent) / PATHS.length);
    for (const path of PATHS) {
      // The sign-in page redirects signed-in users, so it is requested without a session.
      await load(new URL(path, worker.url), path === "/login" ? "" : cookie, each);
    }
    sent = requests;
    measured.push({ requests, bytes: await isolateHeap(worker.miniflare, wake) });
  }
  return measured;
}
