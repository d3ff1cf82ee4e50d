import type { Slice } from "#app/core/lib/slice.ts";
import { SLICES } from "#app/slices.ts";

const ALL: readonly Slice[] = SLICES;

/** Returns a slice and all slices that need it, directly or indirectly, because they are removed together. */
export function withDependents(name: string): string[] {
  const all = new Set([name]);
  for (const one of all) {
    for (const { name, needs = [] } of ALL) if (needs.includes(one)) all.add(name);
  }
  return [...all];
}
