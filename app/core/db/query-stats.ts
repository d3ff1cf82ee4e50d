/** What one D1 statement cost, as D1 reports it (`meta`). */
export interface StatementCost {
  rowsRead: number;
  rowsWritten: number;
  /** The region of the database that answered, such as "WEUR". Undefined on a developer's machine. */
  region?: string | undefined;
  /** Whether the primary answered. */
  byPrimary?: boolean | undefined;
}

/** A request's use of D1. */
export class QueryStats {
  /** Statements, counting each one of a batch. */
  queries = 0;
  rowsRead = 0;
  rowsWritten = 0;
  /** Milliseconds spent waiting, summed over calls that may have overlapped. */
  milliseconds = 0;
  /**
   * The longest chain of calls that waited for one another, which is what distance costs. Calls in flight at the same
   * time count as one, and so does a batch.
   */
  roundTrips = 0;
  /**
   * The tables that the request's statements insert into, update or delete from, even if these found no row.
   */
  readonly changedTables: Set<string>;
  /** Where the reads started: "first-primary", "first-unconstrained" or "bookmark"; empty if no database was opened. */
  start = "";
  /** The regions of the databases that answered. */
  readonly regions = new Set<string>();
  /** Whether the primary answered any of the calls, as far as D1 reports it. */
  servedByPrimary = false;

  #longestFinishedChain = 0;
  readonly #whole: QueryStats | undefined;

  /**
   * @param whole the statistics of the whole request, if these are for a part of it. Each call of the part also counts
   * in the whole
   */
  constructor(whole?: QueryStats) {
    this.#whole = whole;
    this.changedTables = whole?.changedTables ?? new Set();
  }

  /**
   * Runs one call to D1 and counts it.
   * @param costsOf returns one entry per statement, from the result
   */
  measure<T>(call: () => Promise<T>, costsOf: (result: T) => StatementCost[]): Promise<T> {
    return this.#measure(
      this.#whole ? () => (this.#whole as QueryStats).measure(call, costsOf) : call,
      costsOf,
    );
  }

  async #measure<T>(call: () => Promise<T>, costsOf: (result: T) => StatementCost[]): Promise<T> {
    const chain = this.#longestFinishedChain + 1;
    const start = performance.now();
    this.roundTrips = Math.max(this.roundTrips, chain);
    try {
      const result = await call();
      for (const cost of costsOf(result)) {
        this.queries += 1;
        this.rowsRead += cost.rowsRead;
        this.rowsWritten += cost.rowsWritten;
        if (cost.region) this.regions.add(cost.region);
        this.servedByPrimary ||= cost.byPrimary ?? false;
      }
      return result;
    } finally {
      this.milliseconds += performance.now() - start;
      this.#longestFinishedChain = Math.max(this.#longestFinishedChain, chain);
    }
  }
}
