import type { D1Database } from "@cloudflare/workers-types";
import { eq, type SQLWrapper, sql } from "drizzle-orm";
import { SQLiteSyncDialect } from "drizzle-orm/sqlite-core";
import { createDatabase } from "#app/core/db/client.server.ts";
import { QueryStats } from "#app/core/db/query-stats.ts";
import { DEFAULT_LANGUAGE, isLanguage } from "#app/core/i18n/languages.ts";
import type { Actor } from "#app/identity/audit/audit.server.ts";
import { type Factor, fillHooks, hooked } from "#app/identity/hooks/hooks.server.ts";
import { users } from "#app/identity/tables/users.ts";
import { emailSchema } from "#app/identity/user/user.schema.ts";
import { apiHooks } from "#app/slices/api/hooks.server.ts";
import { resetFactors } from "#app/slices/factor-reset/carry-out-reset.server.ts";
import { closeReset } from "#app/slices/factor-reset/open-reset.server.ts";
import { passkeyHooks } from "#app/slices/passkey/hooks.server.ts";
import { secondStepHooks } from "#app/slices/second-step/hooks.server.ts";
import { lastMigration } from "#scripts/backup/back-up.ts";
import type { BackupDatabase } from "#scripts/backup/database.ts";
import { sqlLiteral } from "./sql-literal.ts";

// A reset uses the hooks of these slices. They are not imported through app/slices.server.ts, because that
// also imports components.
fillHooks([secondStepHooks, passkeyHooks, apiHooks]);

/** A user with factors that can be reset. */
export interface Person {
  id: string;
  email: string;
  /** The factors that the user has. */
  factors: Factor[];
  /** The language of the last email about their account. */
  language: string;
}

/**
 * Finds the user to reset.
 * @throws {Error} if nobody has the address, the user has nothing to reset, or the tables of the database
 * differ from those of this code
 */
export async function findPerson(database: BackupDatabase, typed: string): Promise<Person> {
  const { success, data: email } = emailSchema.safeParse(typed);
  if (!success) throw new Error(`${typed} is not an email address`);
  await lastMigration(database);
  const db = writerOfStatements();
  const kinds = hooked("factor");
  const whose = db
    .select({
      id: users.id,
      language:
        sql`(select language from notices where user_id = ${users.id} order by created_at desc limit 1)`.as(
          "language",
        ),
      ...Object.fromEntries(kinds.map(({ kind, hasFactor }) => [kind, hasFactor(db, users.id).as(kind)])),
    })
    .from(users)
    .where(eq(users.email, email));
  const [row] = await database.query(inSql(whose));
  if (!row) throw new Error(`nobody in ${database.name} has the address ${email}`);
  const factors = kinds.map(({ kind }) => kind).filter((kind) => row[kind] === 1);
  if (factors.length === 0)
    throw new Error(`${email} has nothing to reset: they sign in with emailed codes only`);
  return { id: String(row.id), email, factors, language: String(row.language) };
}

/**
 * Removes the second step and the passkeys of a user immediately, with an audit entry and a notice, which the
 * cron emails. If they have a pending reset, it is recorded as carried out.
 * @throws {Error} if the database did not carry out the reset
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
  const db = writerOfStatements();
  const statements = [...resetFactors(db, id, actor, undefined), closeReset(db, id, actor.at)];
  await database.run(eachInSql(statements));
  const [{ notices } = { notices: 0 }] = await database.query(
    `select exists (select 1 from notices where user_id = ${sqlLiteral(id)} and about = 'factorsReset'
       and created_at = ${actor.at}) as notices`,
  );
  if (notices !== 1)
    throw new Error(`${database.name} has no notice of the reset: check the account of ${person.email}`);
}

/** A database client that only generates statements, because a command has no binding to run them. */
const writerOfStatements = () => createDatabase({} as D1Database, new QueryStats());

const dialect = new SQLiteSyncDialect();

const inSql = (statement: SQLWrapper): string => dialect.sqlToQuery(statement.getSQL().inlineParams()).sql;

async function* eachInSql(statements: SQLWrapper[]): AsyncGenerator<string> {
  for (const statement of statements) yield inSql(statement);
}
