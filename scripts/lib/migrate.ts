import { spawnSync } from "node:child_process";
import { stripVTControlCharacters } from "node:util";

/**
 * Applies pending migrations to the local database.
 * @throws {Error} with the migration's error as its message, on one line
 */
export function migrateLocalDatabase(): void {
  const { status, stdout, stderr, error } = spawnSync(
    "wrangler",
    ["d1", "migrations", "apply", "DB", "--local"],
    {
      encoding: "utf8",
      env: {
        ...process.env,
        CI: "true",
        NO_COLOR: "1",
      },
    },
  );
  if (status === 0) return;
  if (error) throw error;
  const lines = stripVTControlCharacters(`${stdout}\n${stderr}`)
    .split("\n")
    .map((line) => line.trim());
  const reason = lines.find((line) => /error/i.test(line) && !/logs were written/i.test(line));
  throw new Error(
    `a migration failed: ${reason?.replace(/^.*\[ERROR\]\s*/, "") ?? "wrangler gave no reason"}`,
  );
}
