import { eq, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
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
export type Decision = "value" | "time" | { leftOut: string };

/** Whose data is downloaded. */
export interface Person {
  id: string;
  email: string;
}

/** Which rows of a table are a person's, and the time that sorts them, newest first. */
interface Rows {
  of: (person: Person) => SQL;
  by: SQLiteColumn;
}

/** One table in the download. */
export interface Section {
  table: SQLiteTable;
  rows: Rows;
  columns: Record<string, Decision>;
}

/** A section of the download. A new column of the table is a compile error until it has a decision here. */
const section = <T extends SQLiteTable>(
  table: T,
  rows: Rows,
  columns: Record<keyof T["$inferSelect"] & string, Decision>,
): Section => ({ table, rows, columns });

const OWN_ID = { leftOut: "It is always the account's own id." };
const INTERNAL = { leftOut: "It only names a row of ours." };
const BY_OTHERS = { leftOut: "It is what others did or wrote about the person." };
const ABOUT_OTHERS = { leftOut: "It names another person." };

/** Every table with personal data: whose its rows are, and for each column whether the download includes it. */
export const DOWNLOAD = {
  account: section(
    users,
    { of: ({ id }) => eq(users.id, id), by: users.createdAt },
    {
      id: "value",
      email: "value",
      emailVerifiedAt: "time",
      name: "value",
      nameKey: { leftOut: "It is the name again, folded for the search." },
      role: "value",
      onboardedAt: "time",
      devicesSince: "time",
      lastSeenAt: "time",
      lastSeenKey: { leftOut: "It is the time again, to sort by." },
      bannedAt: BY_OTHERS,
      banExpiresAt: BY_OTHERS,
      banReason: BY_OTHERS,
      createdAt: "time",
      updatedAt: "time",
    },
  ),
  sessions: section(
    sessions,
    { of: ({ id }) => eq(sessions.userId, id), by: sessions.updatedAt },
    {
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
    },
  ),
  accessTokens: section(
    accessTokens,
    { of: ({ id }) => eq(accessTokens.userId, id), by: accessTokens.createdAt },
    {
      id: INTERNAL,
      userId: OWN_ID,
      name: "value",
      tokenHash: { leftOut: "It is a secret." },
      scopes: "value",
      createdAt: "time",
      expiresAt: "time",
      lastUsedAt: "time",
    },
  ),
  secondStep: section(
    secondSteps,
    { of: ({ id }) => eq(secondSteps.userId, id), by: secondSteps.askedAt },
    {
      userId: OWN_ID,
      sealed: { leftOut: "It is a secret." },
      switchedOnAt: "time",
      lastTimeStep: INTERNAL,
      askedAt: "time",
    },
  ),
  recoveryCodes: section(
    recoveryCodes,
    { of: ({ id }) => eq(recoveryCodes.userId, id), by: recoveryCodes.createdAt },
    {
      codeHash: { leftOut: "It is a secret." },
      userId: OWN_ID,
      createdAt: "time",
      usedAt: "time",
    },
  ),
  passkeys: section(
    passkeys,
    { of: ({ id }) => eq(passkeys.userId, id), by: passkeys.createdAt },
    {
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
    },
  ),
  linkedAccounts: section(
    socialAccounts,
    { of: ({ id }) => eq(socialAccounts.userId, id), by: socialAccounts.createdAt },
    {
      id: INTERNAL,
      userId: OWN_ID,
      provider: "value",
      providerUserId: "value",
      lastUsedAt: "time",
      createdAt: "time",
      updatedAt: { leftOut: "It is the time of the last use, or of the creation." },
    },
  ),
  loginCodes: section(
    loginChallenges,
    { of: ({ email }) => eq(loginChallenges.email, email), by: loginChallenges.createdAt },
    {
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
    },
  ),
  activities: section(
    auditLog,
    { of: ({ id }) => eq(auditLog.actorId, id), by: auditLog.at },
    {
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
    },
  ),
  notices: section(
    notices,
    { of: ({ id }) => eq(notices.userId, id), by: notices.createdAt },
    {
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
    },
  ),
  emailChanges: section(
    emailChanges,
    { of: ({ id }) => eq(emailChanges.userId, id), by: emailChanges.createdAt },
    {
      id: INTERNAL,
      userId: OWN_ID,
      oldEmail: "value",
      newEmail: "value",
      createdAt: "time",
      dueAt: "time",
      doneAt: "time",
      stoppedAt: "time",
    },
  ),
  factorResets: section(
    factorResets,
    { of: ({ id }) => eq(factorResets.userId, id), by: factorResets.begunAt },
    {
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
    },
  ),
};
