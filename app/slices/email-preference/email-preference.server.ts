import { and, eq, exists, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/core/db/client.server.ts";
import { insertFrom } from "#app/core/db/insert-from.server.ts";
import { sha256 } from "#app/core/lib/bytes.ts";
import { mailboxOf } from "#app/core/lib/mailbox.ts";
import { users } from "#app/identity/tables/users.ts";
import { emailPreferences } from "./email-preferences.table.ts";
import type { OptionalEmail, Recipient } from "./optional-email.ts";

const { kind: kindOf, userId, mailboxKey: ofKey } = emailPreferences;

/** A query for somebody's choices about some kinds of email. */
const choicesOf = (db: Database, kinds: readonly OptionalEmail[], chooser: SQL) => {
  const names = kinds.map(({ kind }) => kind);
  return db
    .select({ kind: kindOf, isOn: emailPreferences.isOn })
    .from(emailPreferences)
    .where(and(chooser, inArray(kindOf, names)));
};

type Choices = { kind: string; isOn: boolean }[];

/**
 * Whether somebody wants emails of a kind: by their own choice or, without one, by the choice made for their mailbox
 * before they had an account.
 */
const isWanted = ({ kind, isOn }: OptionalEmail, own: Choices, ofMailbox: Choices): boolean =>
  [...own, ...ofMailbox].find((choice) => choice.kind === kind)?.isOn ?? isOn;

/**
 * Finds the recipient of an email by address, and whether they want emails of this kind.
 * @param email normalised
 */
export async function findRecipient(db: Database, kind: OptionalEmail, email: string) {
  const mailboxKey = await sha256(mailboxOf(email));
  const hasAddress = eq(users.email, email);
  const [[user], own, ofMailbox] = await db.batch([
    db.select({ id: users.id, language: users.language }).from(users).where(hasAddress),
    choicesOf(db, [kind], inArray(userId, db.select({ id: users.id }).from(users).where(hasAddress))),
    choicesOf(db, [kind], eq(ofKey, mailboxKey)),
  ]);
  const recipient: Recipient = user ? { userId: user.id } : { mailboxKey };
  return {
    recipient,
    /** The recipient's language; null if they have no account, or have never signed in. */
    language: user?.language ?? null,
    isOn: isWanted(kind, own, ofMailbox),
  };
}

/** The kinds of email that a user gets. */
export async function kindsSwitchedOn(
  db: Database,
  kinds: readonly OptionalEmail[],
  { id, email }: { id: string; email: string },
): Promise<string[]> {
  const [own, ofMailbox] = await db.batch([
    choicesOf(db, kinds, eq(userId, id)),
    choicesOf(db, kinds, eq(ofKey, await sha256(mailboxOf(email)))),
  ]);
  return kinds.filter((kind) => isWanted(kind, own, ofMailbox)).map(({ kind }) => kind);
}

/** Whether emails of a kind are on, by the choices made for exactly this recipient. */
export async function isSwitchedOn(
  db: Database,
  { kind, isOn }: OptionalEmail,
  recipient: Recipient,
): Promise<boolean> {
  const isTheirs = "userId" in recipient ? eq(userId, recipient.userId) : eq(ofKey, recipient.mailboxKey);
  const [stored] = await db
    .select({ isOn: emailPreferences.isOn })
    .from(emailPreferences)
    .where(and(isTheirs, eq(kindOf, kind)));
  return stored?.isOn ?? isOn;
}

/**
 * A statement that switches emails of a kind on or off for a recipient; it does nothing if their account no longer
 * exists. Regular emails are first due one period after they were switched on.
 * @param choice.site where they made the choice
 * @param choice.now milliseconds since 1970
 */
export function switchEmails(
  db: Database,
  { kind, every }: OptionalEmail,
  recipient: Recipient,
  { isOn, site, now }: { isOn: boolean; site: string; now: number },
) {
  const dueAt = isOn && every !== null ? now + every : null;
  const values = {
    kind,
    ...recipient,
    isOn,
    dueAt,
    sentAt: dueAt && now,
    site,
    createdAt: now,
    updatedAt: now,
  };
  const wasOn = eq(emailPreferences.isOn, true);
  return insertFrom(db, emailPreferences, values, { where: isThere(db, recipient) }).onConflictDoUpdate({
    target: ["userId" in recipient ? userId : ofKey, kindOf],
    set: {
      isOn,
      site,
      // Emails that were already on keep the times of the last and the next one.
      dueAt: dueAt && sql`case when ${wasOn} then ${emailPreferences.dueAt} else ${dueAt} end`,
      sentAt: dueAt && sql`case when ${wasOn} then ${emailPreferences.sentAt} else ${now} end`,
      updatedAt: now,
    },
  });
}

/** SQL: whether a recipient still exists. A mailbox without an account always does. */
const isThere = (db: Database, recipient: Recipient) =>
  "userId" in recipient
    ? exists(db.select({ id: users.id }).from(users).where(eq(users.id, recipient.userId)))
    : undefined;
