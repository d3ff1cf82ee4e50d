// npm run restore [-- --env <environment>] file [--replace [--yes]]: fills a database from a backup
// (docs/operations.md, Backup and restore).
import { parseArgs } from "node:util";
import { openDatabase } from "./backup/database.ts";
import { prepareRestore } from "./backup/restore.ts";
import { askForName } from "./lib/ask-for-name.ts";
import { fail } from "./lib/fail.ts";

try {
  const { values, positionals } = parseArgs({
    options: {
      env: { type: "string" },
      // With this flag, the command deletes the existing rows. Without it, it fills only an empty database.
      replace: { type: "boolean", default: false },
      // With this flag, the command does not ask for the database's name.
      yes: { type: "boolean", default: false },
    },
    allowPositionals: true,
  });
  const [file, ...others] = positionals;
  if (!file || others.length > 0) throw new Error("name the file of the backup");
  const database = await openDatabase(values.env);
  try {
    const { header, rows, filled, carryOut } = await prepareRestore(database, file);
    if (filled.length > 0) {
      const state = `${database.name} has rows in ${filled.join(", ")}`;
      if (!values.replace) throw new Error(`${state}: --replace deletes them`);
      const question = `${state}, which will be deleted. Type the name of the database: `;
      const otherwise = `nothing was deleted, because the name of the database is ${database.name}`;
      if (!values.yes) await askForName(question, database.name, otherwise);
    }
    await carryOut();
    const count = Object.values(rows).reduce((sum, number) => sum + number, 0);
    console.log(
      `${database.name} is as of ${header.createdAt}: ${count} rows. Everyone has to sign in again. Access tokens and recovery codes have to be created again.`,
    );
  } finally {
    await database.close();
  }
} catch (error) {
  fail(`Not restored: ${(error as Error).message}`);
}
