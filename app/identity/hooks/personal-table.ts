import { getTableColumns, type SQL, type SQLWrapper } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { ParseKeys } from "i18next";
import type { Database } from "#app/core/db/client.server.ts";
import type { ErrorCode } from "#app/error-codes.ts";
import type { Actor } from "#app/identity/audit/audit.server.ts";
import type { Tenant } from "#app/identity/hooks/tenant.ts";

/**
 * How the download treats a column: includes its value, formats it as a time, includes the address that
 * `path` makes of it, as `address`, or leaves it out for a reason.
 */
export type Decision = "value" | "time" | { path: (value: string) => string } | { leftOut: string };

/** The person whose data it is. */
export interface Person {
  id: string;
  email: string;
}

/** The declaration of a table with rows about people. */
export interface PersonalTable {
  table: SQLiteTable;
  /** The table's name in the download. */
  section: string;
  /** SQL that finds a person's rows. */
  of: (person: Person) => SQL;
  /** The time by which to sort the rows, newest first. */
  by: SQLiteColumn;
  /**
   * The column with the id of the rows' owner. The rows are deleted with the user. No foreign key cascades,
   * so list a table before the tables that its rows refer to.
   */
  owner: SQLiteColumn | null;
  /** The reason why the rows stay after the user is deleted, if they do. */
  outlives?: string;
  /** Whether the remaining rows lose their `userId`, which must be nullable. */
  forgets?: true;
  /** Whether the download includes each column. */
  columns: Record<string, Decision>;
  goesWith?: GoesWith;
  /**
   * A statement that logs, for other people, that the user's rows are deleted. It runs before these rows are deleted,
   * and after everything that belongs to the user alone was deleted. `where` is its condition; the statement must not
   * change its result.
   */
  logsEnd?: (db: Database, userId: string | SQL, where: SQL | undefined, actor: Actor) => BatchItem<"sqlite">;
  ties?: Tie;
  /** The tenant in which the table's rows give a person a place, if any. */
  tenant?: Tenant;
}

/** What is deleted with a user, because nobody else has it. */
interface GoesWith {
  /**
   * A query for the names of everything that is deleted with the user, to show beforehand.
   * @param userId the user's, or a query for it
   */
  of: (db: Database, userId: string | SQL) => PromiseLike<{ label: string }[]>;
  /**
   * Statements that delete these things, before the rows of the table are deleted. `where` is the condition of each
   * statement; none of them may change its result.
   */
  remove: (db: Database, userId: string | SQL, where: SQL | undefined, actor: Actor) => BatchItem<"sqlite">[];
}

/** Something that others need a user for. While it exists, the user can be neither deleted nor banned. */
export interface Tie {
  /** The error code of a refusal to delete or ban the user. */
  code: ErrorCode;
  /** What the user can do to end the tie: a translation key. */
  remedy: ParseKeys;
  /**
   * A query for the names of all such things, and the paths of their pages. @param userId the user's, or a column of a
   * query
   */
  of: (
    db: Database,
    userId: string | SQLWrapper,
  ) => SQLWrapper & PromiseLike<{ label: string; path: string }[]>;
}

/**
 * Declares a table about people, in the table's own file. A new column is a compile error until it has a decision.
 * docs/privacy.md describes what a table stores, and for how long. A test compares them.
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
export const INTERNAL = { leftOut: "It only identifies a row." };
export const SECRET = { leftOut: "It is a secret." };
export const ABOUT_OTHERS = { leftOut: "It names another person." };
