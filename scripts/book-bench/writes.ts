import { createDatabase } from "#app/core/db/client.server.ts";
import { QueryStats } from "#app/core/db/query-stats.ts";
import type { Actor } from "#app/identity/audit/audit.server.ts";
import { createBook } from "#app/slices/book/book.server.ts";
import type { TestWorker } from "#tests/support/worker.ts";

const TIMES = 200;

/** Adds books like the form, one after the other, each with its entry in the audit log. */
export async function measureWrites(
  worker: TestWorker,
): Promise<{ rowsWritten: number; rowsRead: number; perSecond: number }> {
  const stats = new QueryStats();
  const db = createDatabase(worker.d1, stats);
  const actor: Actor = {
    id: null,
    label: null,
    asUser: null,
    requestId: crypto.randomUUID(),
    at: Date.now(),
    logged: true,
    language: "en",
    site: worker.url,
  };
  const start = performance.now();
  for (let n = 0; n < TIMES; n++) {
    const input = { title: `A Book Written at ${n}`, author: "Ada", publisher: null, genreId: null };
    const written = await createBook(db, { id: crypto.randomUUID(), ...input }, actor);
    if (!written.ok) throw new Error(`A book was refused: ${written.code}`);
  }
  const seconds = (performance.now() - start) / 1000;
  return {
    rowsWritten: stats.rowsWritten / TIMES,
    rowsRead: stats.rowsRead / TIMES,
    perSecond: TIMES / seconds,
  };
}
