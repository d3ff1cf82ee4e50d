import { buildIfStale } from "#scripts/lib/build.ts";

/** Runs once before all tests of the built worker. */
export default function freshBuild(): void {
  buildIfStale();
}
