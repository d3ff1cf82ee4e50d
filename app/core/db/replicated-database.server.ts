import type { D1Database, D1DatabaseSession } from "@cloudflare/workers-types";
import { createDatabase, type Database } from "./client.server.ts";
import { QueryStats } from "./query-stats.ts";

/**
 * Where the reads of a request start: at the primary, at any replica, or, with a bookmark, at a replica that has caught
 * up with it. After D1's first response, a request never reads an older state.
 */
export type ReadStart = "first-primary" | "first-unconstrained" | { bookmark: string };

/** D1 with its read replicas, as one request uses it (docs/decisions/0035). */
export class ReplicatedDatabase {
  readonly #binding: D1Database;
  readonly #stats: QueryStats;
  readonly #noted: { bookmark: string | null; confirmedAt: number }[] = [];
  readonly #opened: { start: ReadStart; session: D1DatabaseSession; stats: QueryStats }[] = [];

  constructor(binding: D1Database, stats: QueryStats) {
    this.#binding = binding;
    this.#stats = stats;
  }

  /** Opens a database whose reads start at the given place. Its writes always go to the primary. */
  open(start: ReadStart): Database {
    const session = this.#binding.withSession(typeof start === "string" ? start : start.bookmark);
    const stats = new QueryStats(this.#stats);
    this.#opened.push({ start, session, stats });
    this.#stats.start = typeof start === "string" ? start : "bookmark";
    return createDatabase(session, stats);
  }

  /**
   * A database for a single read. Its bookmark comes from this read only, not from the request's other reads.
   * @param check throws if a query must not run
   */
  openApart(start: ReadStart, stats: QueryStats, check: (query: string) => void) {
    const session = this.#binding.withSession(typeof start === "string" ? start : start.bookmark);
    return { db: createDatabase(session, stats, { check }), bookmark: () => session.getBookmark() };
  }

  /** Records the state of the database as seen by a read that did not use the opened databases. */
  noteRead({ bookmark, confirmedAt }: { bookmark: string | null; confirmedAt: number }): void {
    this.#noted.push({ bookmark, confirmedAt });
  }

  /** The bookmark of the newest response or noted read, or null if there is none yet. */
  get bookmark(): string | null {
    const opened = this.#stats.queries === 0 ? [] : this.#opened.map(({ session }) => session.getBookmark());
    return newestOf([...opened, ...this.#noted.map(({ bookmark }) => bookmark)]);
  }

  /** The bookmark of the first database that was opened; null if nothing was read from it. */
  get pageBookmark(): string | null {
    const [first] = this.#opened;
    return first && first.stats.queries > 0 ? first.session.getBookmark() : null;
  }

  /** When the primary last confirmed a noted read, in milliseconds since 1970; 0 without one. */
  get notedConfirmedAt(): number {
    return Math.max(0, ...this.#noted.map(({ confirmedAt }) => confirmedAt));
  }

  /** Whether the database that was opened last starts at the primary. */
  get readsPrimary(): boolean {
    return this.#opened.at(-1)?.start === "first-primary";
  }

  /** Whether the primary has responded, so that `bookmark` is at least as new as the request. */
  get hasAskedPrimary(): boolean {
    return (
      this.#stats.servedByPrimary ||
      this.#opened.some(({ start, session }) => start === "first-primary" && session.getBookmark() !== null)
    );
  }
}

/** The newest of these bookmarks. They sort by age, as D1 documents. */
export const newestOf = (bookmarks: (string | null | undefined)[]): string | null =>
  bookmarks.reduce<string | null>((newest, one) => (one && (!newest || one > newest) ? one : newest), null);
