import { getTableColumns, type SQL, type SQLWrapper } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { ParseKeys } from "i18next";
import type { Database } from "#app/core/db/client.server.ts";
import type { ErrorCode } from "#app/error-codes.ts";
import type { Actor } from "#app/identity/audit/audit.server.ts";
import type { Tenant } from "#app/identity/hooks/tenant.ts";

/** How the download treats a column: includes its value, formats it as a time, or leaves it out for a reason. */
export type Decision = "value" | "time" | { leftOut: string };

/** Whose data it is. */
export interface Person {
  id: string;
  email: string;
}

/** What a table with rows about a person needs. */
export interface PersonalTable {
  table: SQLiteTable;
  /** Its name in the download of one's data. */
  section: string;
  /** The condition for the rows of a person. */
  of: (person: Person) => SQL;
  /** The time that sorts them, newest first. */
  by: SQLiteColumn;
  /**
   * The column with their owner's id: the rows are deleted with the user. No foreign key cascades, so a table comes before
   * the tables that its rows refer to.
   */
  owner: SQLiteColumn | null;
  /** Why the rows stay when the user is deleted, if they do. */
  outlives?: string;
  /** Whether those forget the user: `userId`, which may be empty, is emptied. */
  forgets?: true;
  /** For each column whether the download includes it. */
  columns: Record<string, Decision>;
  goesWith?: GoesWith;
  /**
   * A statement that logs to others that the user's rows end, before these are deleted with the user. Those that went with them are gone by
   * then. `where` is a condition for it, which it may not change.
   */
  logsEnd?: (db: Database, userId: string | SQL, where: SQL | undefined, actor: Actor) => BatchItem<"sqlite">;
  ties?: Tie;
  /** What its rows give the person a place in, if that is something that several people own. */
  tenant?: Tenant;
}

/** What goes with a user, because nobody has it without them. */
interface GoesWith {
  /** A query for what all of it is called: whoever deletes the user is told before. @param userId the user's, or a query for it */
  of: (db: Database, userId: string | SQL) => PromiseLike<{ label: string }[]>;
  /** Statements that delete it, before the rows of the table. `where` is a condition for all of it, which none of them may change. */
  remove: (db: Database, userId: string | SQL, where: SQL | undefined, actor: Actor) => BatchItem<"sqlite">[];
}

/** Something that others need a user for: while it is there, they can be neither deleted nor banned. */
export interface Tie {
  /** What is said of it. */
  code: ErrorCode;
  /** What the user can do about it: a translation key. */
  remedy: ParseKeys;
  /** A query for all of it: what it is called, and the path of its page. @param userId the user's, or a column of a query */
  of: (
    db: Database,
    userId: string | SQLWrapper,
  ) => SQLWrapper & PromiseLike<{ label: string; path: string }[]>;
}

/**
 * Declares a table about people, beside the table. A new column is a compile error until it has a decision. docs/privacy.md
 * says in words what a table holds, and for how long: a test compares them.
 */
export const personalTable = <T extends SQLiteTable>(
  table: T,
  about: Omit<PersonalTable, "table" | "columns" | "owner"> & {
    columns: Record<keyof T["$inferSelect"] & string, Decision>;
  },
): PersonalTable => {
  const { userId }: Record<string, SQLiteColumn> = getTableColumns<SQLiteTable>(table);
  return { table, owner: about.outlives === undefined && userId ? userId : null, ...about };
};

// Reasons to leave a column out, which several tables share.
export const OWN_ID = { leftOut: "It is always the account's own id." };
export const INTERNAL = { leftOut: "It only names a row of ours." };
export const SECRET = { leftOut: "It is a secret." };
export const ABOUT_OTHERS = { leftOut: "It names another person." };
