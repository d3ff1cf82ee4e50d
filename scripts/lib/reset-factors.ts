import type { D1Database } from "@cloudflare/workers-types";
import type { SQLWrapper } from "drizzle-orm";
import { SQLiteSyncDialect } from "drizzle-orm/sqlite-core";
import { createDatabase } from "#app/db/client.server.ts";
import { QueryStats } from "#app/db/query-stats.ts";
import type { Actor } from "#app/features/audit/audit.server.ts";
import { resetFactors } from "#app/features/factor-reset/carry-out-reset.server.ts";
import { closeReset } from "#app/features/factor-reset/open-reset.server.ts";
import { emailSchema } from "#app/features/user/user.schema.ts";
import { DEFAULT_LANGUAGE, isLanguage } from "#app/i18n/languages.ts";
import { lastMigration } from "#scripts/backup/back-up.ts";
import type { BackupDatabase } from "#scripts/backup/database.ts";
import { sqlLiteral } from "./sql-literal.ts";

/** Somebody with a second step or passkeys. */
export interface Person {
  id: string;
  email: string;
  hasSecondStep: boolean;
  passkeys: number;
  /** The language of the last mail about their account. */
  language: string;
}

/**
 * Finds who is to be reset.
 * @throws {Error} if nobody has the address, or they have nothing to reset, or the database has other tables than this code
 */
export async function findPerson(database: BackupDatabase, typed: string): Promise<Person> {
  const { success, data: email } = emailSchema.safeParse(typed);
  if (!success) throw new Error(`${typed} is no email address`);
  await lastMigration(database);
  const [row] = await database.query(
    `select id, email,
       exists (select 1 from second_steps where user_id = users.id and switched_on_at is not null) as step,
       (select count(*) from passkeys where user_id = users.id) as passkeys,
       (select language from notices where user_id = users.id order by created_at desc limit 1) as language
     from users where email = ${sqlLiteral(email)}`,
  );
  if (!row) throw new Error(`nobody in ${database.name} has the address ${email}`);
  const { id, step, passkeys, language } = row;
  if (!step && !passkeys) throw new Error(`${email} has neither a second step nor passkeys`);
  return {
    id: String(id),
    email,
    hasSecondStep: step === 1,
    passkeys: Number(passkeys),
    language: String(language),
  };
}

/**
 * Removes the second step and the passkeys of somebody at once, with an audit entry and a notice, which the cron mails.
 * A reset of theirs that waits is done then.
 * @throws {Error} if the database did not do it
 */
export async function resetFactorsOf(database: BackupDatabase, person: Person): Promise<void> {
  const { id, language } = person;
  const actor: Actor = {
    id: null,
    label: "npm run reset-factors",
    asUser: null,
    requestId: crypto.randomUUID(),
    at: Date.now(),
    logged: true,
    language: isLanguage(language) ? language : DEFAULT_LANGUAGE,
    // The notice has no link.
    site: "",
  };
  // Only writes the statements: a command has no binding to run them with.
  const db = createDatabase({} as D1Database, new QueryStats());
  const statements = [...resetFactors(db, id, actor, undefined), closeReset(db, id, actor.at)];
  await database.run(inSql(statements));
  const [{ told } = { told: 0 }] = await database.query(
    `select exists (select 1 from notices where user_id = ${sqlLiteral(id)} and about = 'factorsReset'
       and created_at = ${actor.at}) as told`,
  );
  if (told !== 1) throw new Error(`${database.name} has no notice of it: look at what ${person.email} has`);
}

const dialect = new SQLiteSyncDialect();

async function* inSql(statements: SQLWrapper[]): AsyncGenerator<string> {
  for (const statement of statements) yield dialect.sqlToQuery(statement.getSQL().inlineParams()).sql;
}
