import { and, isNull, lt } from "drizzle-orm";
import * as z from "zod";
import type { Database } from "#app/core/db/client.server.ts";
import type { JobKind } from "#app/core/jobs/job-kind.ts";
import { DAY } from "#app/core/lib/durations.ts";
import { files } from "./files.table.ts";
import { folderOf } from "./object-keys.ts";

const about = z.object({ id: z.string() });

/**
 * Deletes the files of a deleted row from the bucket. The trigger `files_delete` adds this job twice: to run
 * immediately and, for uploads still running at that time, a day later.
 */
export const deleteFile: JobKind<z.infer<typeof about>> = {
  name: "delete-file",
  about,
  label: "upload:job",
  async run(_db, { id }, { files: bucket }) {
    if (!bucket) return undefined;
    const { objects } = await bucket.list({ prefix: folderOf(id) });
    if (objects.length > 0) await bucket.delete(objects.map(({ key }) => key));
    return undefined;
  },
};

/** Deletes the rows of files whose upload was interrupted. @returns how many */
export async function purgeUnreadyFiles(db: Database, now: number): Promise<number> {
  const isOld = and(isNull(files.readyAt), lt(files.createdAt, now - DAY));
  const { meta } = await db.delete(files).where(isOld);
  return meta.changes;
}
