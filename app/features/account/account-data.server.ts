import { desc, eq } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/db/client.server.ts";
import {
  accessTokens,
  auditLog,
  emailChanges,
  factorResets,
  loginChallenges,
  notices,
  passkeys,
  recoveryCodes,
  secondSteps,
  sessions,
  socialAccounts,
  users,
} from "#app/db/schema.ts";

/** How the download treats a column: includes its value, formats it as a time, or leaves it out for a reason. */
type Decision = "value" | "time" | { leftOut: string };

/** A section of the download. A new column of the table is a compile error until it has a decision here. */
const section = <T extends SQLiteTable>(
  table: T,
  columns: Record<keyof T["$inferSelect"] & string, Decision>,
) => ({ table, columns });

const OWN_ID = { leftOut: "It is always the account's own id." };
const INTERNAL = { leftOut: "It only names a row of ours." };
const BY_OTHERS = { leftOut: "It is what others did or wrote about the person." };
const ABOUT_OTHERS = { leftOut: "It names another person." };

/** Every table with personal data, and for each column whether the download includes it. */
export const DOWNLOAD = {
  account: section(users, {
    id: "value",
    email: "value",
    emailVerifiedAt: "time",
    name: "value",
    nameKey: { leftOut: "It is the name again, folded for the search." },
    role: "value",
    onboardedAt: "time",
    devicesSince: "time",
    bannedAt: BY_OTHERS,
    banExpiresAt: BY_OTHERS,
    banReason: BY_OTHERS,
    createdAt: "time",
    updatedAt: "time",
  }),
  sessions: section(sessions, {
    id: INTERNAL,
    tokenHash: { leftOut: "It is a secret." },
    userId: OWN_ID,
    expiresAt: "time",
    userAgent: "value",
    country: "value",
    provenAt: "time",
    factorProvenAt: "time",
    impersonatedUserId: ABOUT_OTHERS,
    impersonationEndsAt: ABOUT_OTHERS,
    createdAt: "time",
    updatedAt: "time",
  }),
  accessTokens: section(accessTokens, {
    id: INTERNAL,
    userId: OWN_ID,
    name: "value",
    tokenHash: { leftOut: "It is a secret." },
    scopes: "value",
    createdAt: "time",
    expiresAt: "time",
    lastUsedAt: "time",
  }),
  secondStep: section(secondSteps, {
    userId: OWN_ID,
    sealed: { leftOut: "It is a secret." },
    switchedOnAt: "time",
    lastTimeStep: INTERNAL,
    askedAt: "time",
  }),
  recoveryCodes: section(recoveryCodes, {
    codeHash: { leftOut: "It is a secret." },
    userId: OWN_ID,
    createdAt: "time",
    usedAt: "time",
  }),
  passkeys: section(passkeys, {
    id: INTERNAL,
    userId: OWN_ID,
    name: "value",
    credentialId: { leftOut: "It only names a key that the person keeps." },
    publicKey: { leftOut: "It only checks what that key signs." },
    counter: INTERNAL,
    transports: "value",
    aaguid: "value",
    backedUp: "value",
    createdAt: "time",
    lastUsedAt: "time",
  }),
  linkedAccounts: section(socialAccounts, {
    id: INTERNAL,
    userId: OWN_ID,
    provider: "value",
    providerUserId: "value",
    lastUsedAt: "time",
    createdAt: "time",
    updatedAt: { leftOut: "It is the time of the last use, or of the creation." },
  }),
  loginCodes: section(loginChallenges, {
    id: INTERNAL,
    email: { leftOut: "It is always the account's own address." },
    mailbox: { leftOut: "It is the account's own address, without its tag." },
    purpose: "value",
    userId: { leftOut: "Somebody else may have asked for a code to this address." },
    deviceId: INTERNAL,
    linkHash: { leftOut: "It is a secret." },
    createdAt: "time",
    expiresAt: "time",
    attempts: "value",
    consumedAt: "time",
    withdrawnAt: "time",
    replacedAt: "time",
    sessionId: INTERNAL,
  }),
  activities: section(auditLog, {
    id: INTERNAL,
    at: "time",
    requestId: INTERNAL,
    actorId: OWN_ID,
    actorLabel: { leftOut: "It is the account's own address at that time." },
    asUserId: ABOUT_OTHERS,
    asUserLabel: ABOUT_OTHERS,
    tokenName: "value",
    action: "value",
    subjectId: INTERNAL,
    subjectLabel: "value",
    code: "value",
    count: "value",
    changes: { leftOut: "It may hold what is stored about others." },
  }),
  notices: section(notices, {
    id: INTERNAL,
    userId: OWN_ID,
    email: "value",
    about: "value",
    details: "value",
    language: "value",
    createdAt: "time",
    sentAt: "time",
    attempts: INTERNAL,
    nextAttemptAt: INTERNAL,
  }),
  emailChanges: section(emailChanges, {
    id: INTERNAL,
    userId: OWN_ID,
    oldEmail: "value",
    newEmail: "value",
    createdAt: "time",
    dueAt: "time",
    doneAt: "time",
    stoppedAt: "time",
  }),
  factorResets: section(factorResets, {
    id: INTERNAL,
    userId: OWN_ID,
    email: "value",
    ofManager: INTERNAL,
    begunBy: ABOUT_OTHERS,
    begunAt: "time",
    confirmedBy: ABOUT_OTHERS,
    confirmedAt: "time",
    dueAt: "time",
    doneAt: "time",
    stoppedAt: "time",
    language: "value",
    site: { leftOut: "It is always this site." },
  }),
};

/** Limits what one download reads: more entries than a person makes while the audit log keeps them. */
const MOST_ROWS = 10_000;

/**
 * All stored data about a user, for them to download, except session token hashes and what others did or wrote about
 * them. Times are ISO 8601 in UTC. One round trip.
 * @returns null if there is no such user
 */
export async function accountData(
  db: Database,
  { id, email }: { id: string; email: string },
): Promise<Record<keyof typeof DOWNLOAD, unknown> | null> {
  const [
    [user],
    userSessions,
    tokens,
    steps,
    codes,
    ownPasskeys,
    linkedAccounts,
    loginCodes,
    activities,
    sentNotices,
    addresses,
    resets,
  ] = await db.batch([
    db.select().from(users).where(eq(users.id, id)),
    db.select().from(sessions).where(eq(sessions.userId, id)).orderBy(desc(sessions.updatedAt)),
    db.select().from(accessTokens).where(eq(accessTokens.userId, id)).orderBy(desc(accessTokens.createdAt)),
    db.select().from(secondSteps).where(eq(secondSteps.userId, id)),
    db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, id)),
    db.select().from(passkeys).where(eq(passkeys.userId, id)).orderBy(desc(passkeys.createdAt)),
    db.select().from(socialAccounts).where(eq(socialAccounts.userId, id)),
    db
      .select()
      .from(loginChallenges)
      .where(eq(loginChallenges.email, email))
      .orderBy(desc(loginChallenges.createdAt))
      .limit(MOST_ROWS),
    db
      .select()
      .from(auditLog)
      .where(eq(auditLog.actorId, id))
      .orderBy(desc(auditLog.at), desc(auditLog.id))
      .limit(MOST_ROWS),
    db.select().from(notices).where(eq(notices.userId, id)).orderBy(desc(notices.createdAt)).limit(MOST_ROWS),
    db
      .select()
      .from(emailChanges)
      .where(eq(emailChanges.userId, id))
      .orderBy(desc(emailChanges.createdAt))
      .limit(MOST_ROWS),
    db
      .select()
      .from(factorResets)
      .where(eq(factorResets.userId, id))
      .orderBy(desc(factorResets.begunAt))
      .limit(MOST_ROWS),
  ]);
  if (!user) return null;
  return {
    account: hold(user, DOWNLOAD.account),
    sessions: userSessions.map((row) => hold(row, DOWNLOAD.sessions)),
    accessTokens: tokens.map((row) => hold(row, DOWNLOAD.accessTokens)),
    secondStep: steps.map((row) => hold(row, DOWNLOAD.secondStep)),
    recoveryCodes: codes.map((row) => hold(row, DOWNLOAD.recoveryCodes)),
    passkeys: ownPasskeys.map((row) => hold(row, DOWNLOAD.passkeys)),
    linkedAccounts: linkedAccounts.map((row) => hold(row, DOWNLOAD.linkedAccounts)),
    loginCodes: loginCodes.map((row) => hold(row, DOWNLOAD.loginCodes)),
    activities: activities.map((row) => {
      const { subjectLabel: subject, ...activity } = hold(row, DOWNLOAD.activities);
      return { ...activity, subject };
    }),
    notices: sentNotices.map((row) => hold(row, DOWNLOAD.notices)),
    emailChanges: addresses.map((row) => hold(row, DOWNLOAD.emailChanges)),
    factorResets: resets.map((row) => hold(row, DOWNLOAD.factorResets)),
  };
}

/** The part of a row that the download includes. */
function hold(row: Record<string, unknown>, { columns }: { columns: Record<string, Decision> }) {
  const held: Record<string, unknown> = {};
  for (const [column, decision] of Object.entries(columns)) {
    const value = row[column];
    if (decision === "value") held[column] = value;
    if (decision === "time") held[column] = typeof value === "number" ? new Date(value).toISOString() : null;
  }
  return held;
}
