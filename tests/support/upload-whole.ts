import { expect } from "vitest";
import { DAY, MINUTE } from "#app/core/lib/durations.ts";
import { files, jobs } from "#app/schema.ts";
import { DAILY, EVERY_15_MINUTES, runCron } from "./cron.ts";
import { keptObjects } from "./upload-files.ts";
import type { TestWorker } from "./worker.ts";

/** Runs the crons of a day, and checks that the bucket has the files of the rows, and nothing else. */
export async function expectWhole(worker: TestWorker): Promise<void> {
  await runCron(worker, EVERY_15_MINUTES, MINUTE);
  await runCron(worker, DAILY, DAY + MINUTE);
  // One run carries out only some of the jobs.
  const runs = 20 + (await worker.db.$count(jobs)) / 10;
  for (let run = 0; run < runs && (await worker.db.$count(jobs)) > 0; run++) {
    await runCron(worker, EVERY_15_MINUTES, DAY + 2 * MINUTE);
  }
  const rows = await worker.db.select({ id: files.id, readyAt: files.readyAt }).from(files);
  expect(rows.filter(({ readyAt }) => readyAt === null)).toEqual([]);
  const needed = rows.flatMap(({ id }) => ["large", "small"].map((size) => `files/${id}/${size}`));
  expect(await keptObjects(worker)).toEqual(needed.sort());
}
