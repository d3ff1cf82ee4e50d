// npm run backup [-- --env <environment>] [file]: backs up a database into a file (docs/operations.md, Backup and
// restore).
import { parseArgs } from "node:util";
import { backUp } from "./backup/back-up.ts";
import { openDatabase } from "./backup/database.ts";
import { fail } from "./lib/fail.ts";

try {
  const { values, positionals } = parseArgs({ options: { env: { type: "string" } }, allowPositionals: true });
  if (positionals.length > 1) throw new Error("name one file");
  const database = await openDatabase(values.env);
  try {
    const time = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
    const file = positionals[0] ?? `${database.name}-${time}.ndjson.gz`;
    const { migration, rows } = await backUp(database, file);
    for (const [table, count] of Object.entries(rows)) console.log(`${String(count).padStart(9)} ${table}`);
    console.log(
      `${file} holds ${database.name} as of ${migration}. It contains personal data: keep it safe.`,
    );
  } finally {
    await database.close();
  }
} catch (error) {
  fail(`No backup: ${(error as Error).message}`);
}
