import { readFileSync, writeFileSync } from "node:fs";

const CONFIG = "wrangler.toml";

/**
 * Removes bindings that only these slices need from wrangler.toml: tables whose heading ends with the slice, such as `#
 * upload`.
 */
export function removeBindings(slices: readonly string[]): void {
  writeFileSync(CONFIG, withoutBindings(readFileSync(CONFIG, "utf8"), slices));
}

/** @param toml its tables are separated by empty lines; a comment above a table is removed with it */
export function withoutBindings(toml: string, slices: readonly string[]): string {
  const isOf = (table: string) => {
    const [, slice] = /^\[.+\] # ([\w-]+)$/m.exec(table) ?? [];
    return slice !== undefined && slices.includes(slice);
  };
  return toml
    .split("\n\n")
    .filter((table) => !isOf(table))
    .join("\n\n");
}
