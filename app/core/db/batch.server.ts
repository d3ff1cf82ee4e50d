import type { BatchItem } from "drizzle-orm/batch";
import type { Database } from "./client.server.ts";

type Statement = BatchItem<"sqlite">;

/** Statements that must stay next to each other, because each checks what the one before it has changed. */
type Group = readonly Statement[];

/** The parts of a batch, in the order in which they run. */
type Parts = Record<string, Statement | Group>;

/** The result of each part. The result of a group is that of its first statement; an empty group has none. */
type Results<P extends Parts> = {
  [Name in keyof P]: P[Name] extends Group ? ResultOf<P[Name][0]> : ResultOf<P[Name]>;
};
type ResultOf<S> = S extends Statement ? S["_"]["result"] : undefined;

/**
 * Runs statements as one transaction, in the order of their names in the object, and returns each result by name:
 *
 * ```ts const { deleted, left } = await runBatch(db, {
 *   deleted: withAuditEntry(db, db.delete(notes).where(own).returning({ id: notes.id }), actor, "note.delete",
 *   subject),
 *   left: db.select({ count: count() }).from(notes), });
 * ```
 *
 * A group, such as a write with its audit entry, stays together.
 * @throws D1's error, in which case nothing was written
 */
export async function runBatch<const P extends Parts>(db: Database, parts: P): Promise<Results<P>> {
  const groups = Object.entries(parts).map(([name, part]) => ({
    name,
    statements: [part].flat() as Statement[],
  }));
  const [first, ...others] = groups.flatMap(({ statements }) => statements);
  if (!first) throw new Error("A batch needs a statement");
  const results: unknown[] = await db.batch([first, ...others]);
  let position = 0;
  const named = groups.map(({ name, statements }) => {
    const [result] = results.slice(position, position + statements.length);
    position += statements.length;
    return [name, result] as const;
  });
  return Object.fromEntries(named) as Results<P>;
}
