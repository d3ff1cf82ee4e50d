import { organisationApiRows } from "./organisation-api-rows.ts";
import type { TestWorker } from "./worker.ts";

/** How rows get there that operations are about and that no operation adds. */
interface ApiRows {
  /** What the paths begin with, from /api/v1 on: "/organisations/". */
  prefix: string;
  /** Adds what a path names and no operation adds. @returns the path with its ids */
  fill: (worker: TestWorker, path: string, ownerId: string) => Promise<string>;
  /** The operations that only a bound token may call, by their paths, with what that is bound to. */
  bound: Record<string, (worker: TestWorker, ownerId: string) => Promise<string>>;
  /** The operations that decide whether to email somebody before they write, by their ids. */
  emailing: readonly string[];
}

/** Those of all slices. */
export const API_ROWS: readonly ApiRows[] = [organisationApiRows];
