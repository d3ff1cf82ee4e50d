/** What one D1 statement cost, as D1 reports it (`meta`). */
export interface StatementCost {
  rowsRead: number;
  rowsWritten: number;
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
   * The longest chain of calls that had to wait for one another: the cost of distance. Calls in flight at the same time
   * count once; so does a batch.
   */
  roundTrips = 0;

  #longestFinishedChain = 0;

  /**
   * Runs one call to D1 and counts it.
   * @param costsOf returns one entry per statement, from the result
   */
  async measure<T>(call: () => Promise<T>, costsOf: (result: T) => StatementCost[]): Promise<T> {
    const chain = this.#longestFinishedChain + 1;
    const start = performance.now();
    this.roundTrips = Math.max(this.roundTrips, chain);
    try {
      const result = await call();
      for (const cost of costsOf(result)) {
        this.queries += 1;
        this.rowsRead += cost.rowsRead;
        this.rowsWritten += cost.rowsWritten;
      }
      return result;
    } finally {
      this.milliseconds += performance.now() - start;
      this.#longestFinishedChain = Math.max(this.#longestFinishedChain, chain);
    }
  }
}
