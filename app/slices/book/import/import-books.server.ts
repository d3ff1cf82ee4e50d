import { and, eq, inArray } from "drizzle-orm";
import type * as z from "zod";
import { i18nIn } from "#app/core/i18n/instance.server.ts";
import type { JobKind } from "#app/core/jobs/job-kind.ts";
import { actorOfJob } from "#app/identity/audit/stored-actor.ts";
import { notBanned } from "#app/identity/ban/ban.server.ts";
import { users } from "#app/identity/tables/users.ts";
import { rolesThat } from "#app/permissions.ts";
import type { FileRow } from "./book-file.server.ts";
import { addingBooks, importOperation, ROWS_PER_BATCH, validateRows } from "./book-import.server.ts";
import { bookImportJob } from "./book-import-job.ts";
import { importsOf } from "./kept-import.server.ts";

/**
 * Adds the rows of a file, a batch in each step. Each step writes its books together with the job's progress, so no row
 * is added or counted twice. The job ends early if the user who started it may no longer add books, or if the file has
 * expired.
 */
export const importBooks: JobKind<z.infer<typeof bookImportJob.about>> = {
  ...bookImportJob,
  label: "import:job",
  async run(db, about, { kv, now }) {
    const { importId, ownerId, done } = about;
    const actor = actorOfJob(about.actor, now);
    const imports = importsOf<FileRow>(kv, ownerId, "book-import");
    const [kept, rows, may] = await Promise.all([
      imports.find(importId),
      imports.someRows(importId, done, ROWS_PER_BATCH),
      db.$count(
        users,
        and(
          eq(users.id, about.actor.id),
          inArray(users.role, rolesThat("book:create")),
          notBanned(users, now),
        ),
      ),
    ]);
    if (!kept || !rows || may === 0) return undefined;
    const judged = await validateRows(db, i18nIn("en"), rows);
    const books = judged.flatMap(({ fate, book }) => (fate === "new" && book ? [book] : []));
    const refused = judged.filter(({ fate }) => fate === "refused").length;
    const outcome = {
      added: about.added + books.length,
      there: about.there + rows.length - refused - books.length,
    };
    const writes = books.length > 0 ? addingBooks(db, books, actor, importOperation(importId, kept)) : [];
    const next = { ...about, ...outcome, done: done + rows.length };
    if (next.done < kept.rows) return { writes, next };
    await imports.end(importId, outcome);
    return { writes };
  },
};
