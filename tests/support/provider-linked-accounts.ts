import { eq, sql } from "drizzle-orm";
import { auditLog, socialAccounts } from "#app/schema.ts";
import { type AccountThere, goThere, type startProviders } from "./providers.ts";
import { mailsTo, Visitor } from "./visitor.ts";
import type { TestWorker } from "./worker.ts";

type Fake = Awaited<ReturnType<typeof startProviders>>["fakes"][number];

/** Goes to a provider to link an account. @returns the address to which the provider redirects back */
export function leave(visitor: Visitor, there: Fake, account: AccountThere): Promise<string> {
  there.signIn(account);
  return goThere(visitor, `/account/link/${there.name}`);
}

/** Links an account at a provider. @returns the response after the redirect back */
export const linkThere = async (visitor: Visitor, there: Fake, account: AccountThere) =>
  visitor.get(await leave(visitor, there, account));

/** Signs in a new visitor with an account at a provider. */
export async function signIn(worker: TestWorker, there: Fake, account: AccountThere) {
  const visitor = new Visitor(worker);
  there.signIn(account);
  return visitor.get(await goThere(visitor, `/login/${there.name}`));
}

/** The accounts that are linked to a user. */
export const linksOf = (worker: TestWorker, userId: string) =>
  worker.db.select().from(socialAccounts).where(eq(socialAccounts.userId, userId));

/** The providers of the accounts that are linked to a user, in order. */
export const providersOf = async (worker: TestWorker, userId: string) =>
  (await linksOf(worker, userId)).map(({ provider }) => provider).sort();

/** A user's actions in the audit log. */
export const actionsOf = async (worker: TestWorker, id: string) =>
  (await worker.db.select().from(auditLog).where(eq(auditLog.actorId, id)).orderBy(sql`rowid`)).map(
    ({ action }) => action,
  );

/** The subjects of the emails to an address. */
export const subjectsTo = async (worker: TestWorker, email: string) =>
  (await mailsTo(worker, email)).map(({ subject }) => subject);
