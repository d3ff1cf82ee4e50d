import { readFileSync, writeFileSync } from "node:fs";

const CONFIG = "wrangler.toml";

/** Takes out of wrangler.toml what it binds for slices only: the tables whose heading ends with the slice, as `# upload`. */
export function removeBindings(slices: readonly string[]): void {
  writeFileSync(CONFIG, withoutBindings(readFileSync(CONFIG, "utf8"), slices));
}

/** @param toml its tables are separated by empty lines; a comment above one goes with it */
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
