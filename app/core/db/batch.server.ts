import type { BatchItem } from "drizzle-orm/batch";
import type { Database } from "./client.server.ts";

type Statement = BatchItem<"sqlite">;

/** Statements that must stay next to each other, as each asks what the one before it has changed. */
type Group = readonly Statement[];

/** The parts of a batch, in the order in which they run. */
type Parts = Record<string, Statement | Group>;

/** What a part returns: of a group, what its first statement does; of an empty one, nothing. */
type Results<P extends Parts> = {
  [Name in keyof P]: P[Name] extends Group ? ResultOf<P[Name][0]> : ResultOf<P[Name]>;
};
type ResultOf<S> = S extends Statement ? S["_"]["result"] : never;

/**
 * Runs statements as one transaction, in the order of their names in the object, and returns what each returns by its name:
 *
 * ```ts
 * const { deleted, left } = await runBatch(db, {
 *   deleted: withAuditEntry(db, db.delete(notes).where(own).returning({ id: notes.id }), actor, "note.delete", subject),
 *   left: db.select({ count: count() }).from(notes),
 * });
 * ```
 *
 * A group, such as a write with its audit entry, stays together.
 * @throws whatever D1 refuses. Then nothing of the batch was done
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
