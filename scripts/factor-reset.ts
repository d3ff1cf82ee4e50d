// npm run reset-factors -- --email ada@example.com [--env <environment>] [--yes]: removes the second step and the
// passkeys of a user who has lost them, immediately (docs/recipes/second-step.md).
import { parseArgs } from "node:util";
import type { Factor } from "#app/identity/hooks/hooks.server.ts";
import { openDatabase } from "./backup/database.ts";
import { askForName } from "./lib/ask-for-name.ts";
import { findPerson, resetFactorsOf } from "./lib/factor-reset.ts";
import { fail } from "./lib/fail.ts";

const IN_WORDS: Record<Factor, string> = { "second-step": "a second step", passkey: "passkeys" };

try {
  const { values } = parseArgs({
    options: {
      email: { type: "string" },
      env: { type: "string" },
      // With this flag, the command does not ask for the database's name.
      yes: { type: "boolean", default: false },
    },
  });
  if (!values.email) throw new Error("name the user with --email");
  const database = await openDatabase(values.env);
  try {
    const person = await findPerson(database, values.email);
    const { email, factors } = person;
    const what = factors.map((factor) => IN_WORDS[factor]).join(" and ");
    const question = `${email} has ${what}, which will be removed. All their sessions and access tokens end. Type the name of the database: `;
    const otherwise = `nothing was done, because the name of the database is ${database.name}`;
    if (!values.yes) await askForName(question, database.name, otherwise);
    await resetFactorsOf(database, person);
    console.log(
      `${email} had ${what}. An emailed code now signs them in. The cron emails them about the reset.`,
    );
  } finally {
    await database.close();
  }
} catch (error) {
  fail(`Not reset: ${(error as Error).message}`);
}
