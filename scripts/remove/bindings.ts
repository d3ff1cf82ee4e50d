import { readFileSync, writeFileSync } from "node:fs";

const CONFIG = "wrangler.toml";

/**
 * Removes the bindings that only these slices need from wrangler.toml. The heading of such a table ends with
 * a comment that names the slice: `# upload`.
 */
export function removeBindings(slices: readonly string[]): void {
  writeFileSync(CONFIG, withoutBindings(readFileSync(CONFIG, "utf8"), slices));
}

/**
 * @param toml the text of the file. Empty lines separate its tables, and a comment above a table is removed with the
 *   table
 */
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
