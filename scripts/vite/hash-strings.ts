import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";

/** A short hash of every file in locales/. */
export function hashStrings(): string {
  const hash = createHash("sha256");
  for (const file of globSync("locales/*/*.json").sort()) hash.update(`${file}\n`).update(readFileSync(file));
  return hash.digest("base64url").slice(0, 10);
}
