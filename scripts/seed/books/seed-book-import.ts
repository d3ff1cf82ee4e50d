import type { D1Database } from "@cloudflare/workers-types";
import { eq, sql } from "drizzle-orm";
import { createDatabase } from "#app/core/db/client.server.ts";
import { QueryStats } from "#app/core/db/query-stats.ts";
import { changesOfNew } from "#app/identity/audit/audited.server.ts";
import { operationEntries } from "#app/identity/audit/operation.server.ts";
import { books, users } from "#app/schema.ts";
import { audited } from "#app/slices/book/book.server.ts";
import { importOperation } from "#app/slices/book/import/book-import.server.ts";

/**
 * Records that the first administrator imported the books added now, so that the audit log opens with an entry that
 * stands for several.
 */
export async function seedBookImport(binding: D1Database, now: number): Promise<void> {
  const db = createDatabase(binding, new QueryStats());
  const [admin] = await db
    .select({ id: users.id, label: users.email })
    .from(users)
    .where(eq(users.role, "admin"))
    .limit(1);
  if (!admin) return;
  const requestId = crypto.randomUUID();
  const actor = {
    ...admin,
    asUser: null,
    requestId,
    at: now,
    logged: true,
    language: "en",
    site: "",
  } as const;
  const whole = importOperation(crypto.randomUUID(), { fileName: "new-books.csv" });
  await db.batch(
    operationEntries(db, actor, whole, "book.create", {
      from: books,
      where: eq(books.createdAt, now),
      id: sql`${books.id}`,
      label: sql`${books.title}`,
      changes: changesOfNew(books, audited),
    }),
  );
}
