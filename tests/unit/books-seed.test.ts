import { eq, isNull } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import { auditLog, books, users } from "#app/schema.ts";
import { applyMigrations } from "#scripts/lib/apply-migrations.ts";
import { seed } from "#scripts/seed/seed.ts";
import { openDatabase } from "#tests/support/database.ts";

test("the seed logs the import of its new books as one entry, which stands for the entries of the books", async () => {
  const { d1, close } = await openDatabase();
  await applyMigrations(d1);
  await seed(d1);
  const db = drizzle(d1);
  const [admin] = await db.select().from(users).where(eq(users.role, "admin"));
  const [whole, ...further] = await db.select().from(auditLog).where(isNull(auditLog.partOf));
  expect(further).toEqual([]);
  expect(whole).toMatchObject({ action: "book.import", actorId: admin?.id, actorLabel: admin?.email });
  const added = await db
    .select()
    .from(books)
    .where(eq(books.createdAt, whole?.at ?? 0));
  expect(whole?.parts).toBe(added.length);
  const parts = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.partOf, whole?.id ?? ""));
  expect(parts.map(({ subjectId, subjectLabel }) => [subjectId, subjectLabel]).sort()).toEqual(
    added.map(({ id, title }) => [id, title]).sort(),
  );
  await close();
});
