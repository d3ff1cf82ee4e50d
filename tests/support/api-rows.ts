import { organisationApiRows } from "./organisation-api-rows.ts";
import type { TestWorker } from "./worker.ts";

/** How to add the rows that operations need, but that no operation can add. */
interface ApiRows {
  /** The beginning of the paths below /api/v1: "/organisations/". */
  prefix: string;
  /**
   * Adds the rows that a path names, but that no operation can add.
   * @returns the path with the ids of these rows
   */
  fill: (worker: TestWorker, path: string, ownerId: string) => Promise<string>;
  /**
   * The paths that only a bound token may call. Each value is a function that adds the membership to which
   * the token is bound, and returns its id.
   */
  bound: Record<string, (worker: TestWorker, ownerId: string) => Promise<string>>;
  /** The ids of the operations that decide, before they write, whether to email somebody. */
  emailing: readonly string[];
}

/** The declarations of all slices that have such operations. */
export const API_ROWS: readonly ApiRows[] = [organisationApiRows];
