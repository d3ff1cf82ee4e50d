import { globSync } from "node:fs";
import path from "node:path";
import type { TestWorker } from "./worker.ts";

/** How rows get there that operations are about and that no operation adds. A file `<slice>-api-rows.ts` in this folder. */
export interface ApiRows {
  /** What the paths begin with, from /api/v1 on: "/organisations/". */
  prefix: string;
  /** Adds what a path names. @returns the path with its ids */
  fill: (worker: TestWorker, path: string, ownerId: string) => Promise<string>;
}

/** Those of all slices. */
export async function readApiRows(): Promise<ApiRows[]> {
  const files = globSync("tests/support/*-api-rows.ts");
  const modules = await Promise.all(files.map((file) => import(path.resolve(file))));
  return modules.map(({ default: rows }: { default: ApiRows }) => rows);
}
