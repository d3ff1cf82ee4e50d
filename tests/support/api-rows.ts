import { organisationApiRows } from "./organisation-api-rows.ts";
import type { TestWorker } from "./worker.ts";

/** How to add the rows that operations need and that no operation adds. */
interface ApiRows {
  /** The beginning of the paths below /api/v1: "/organisations/". */
  prefix: string;
  /** Adds the rows that a path names and that no operation adds. @returns the path with their ids */
  fill: (worker: TestWorker, path: string, ownerId: string) => Promise<string>;
  /** The operations that only a bound token may call, by path, with what the token is bound to. */
  bound: Record<string, (worker: TestWorker, ownerId: string) => Promise<string>>;
  /** The operations that decide whether to email somebody before they write, by id. */
  emailing: readonly string[];
}

/** The declarations of all slices. */
export const API_ROWS: readonly ApiRows[] = [organisationApiRows];
