import type { RouterContextProvider } from "react-router";
import { dbContext, platformContext } from "#app/context.ts";
import { takeFromBudget } from "#app/core/db/budget.server.ts";
import { mailBudget } from "#app/core/email/mail-budget.server.ts";
import { DAY } from "#app/core/lib/durations.ts";
import { findRecipient } from "./email-preference.server.ts";
import type { OptionalEmail, Recipient } from "./optional-email.ts";

/** An email that is to be sent: itself, or in place of all others of an hour. */
export interface PlannedEmail {
  decision: "mail" | "summary";
  recipient: Recipient;
  /** Of the recipient; null if they have no account, or have never signed in. */
  language: string | null;
}

/**
 * Decides whether to send an email that somebody causes and another person gets. Nothing is sent to an address that wants none or has
 * had enough for now, or if the sender has sent enough today. The sender is not told which: it is the recipient's business.
 * @param email.to normalised
 * @param email.aDay how many emails of this kind one person can have sent in a day
 * @returns null if no email is to be sent
 */
export async function planOptionalEmail(
  context: Readonly<RouterContextProvider>,
  kind: OptionalEmail,
  { to, senderId, aDay }: { to: string; senderId: string; aDay: number },
): Promise<PlannedEmail | null> {
  const [db, { now }] = [context.get(dbContext), context.get(platformContext)];
  const { recipient, language, isOn } = await findRecipient(db, kind, to);
  if (!isOn) return null;
  const budget = { id: `mail:${kind.kind}-by:${senderId}`, limit: aDay, period: DAY };
  if ((await takeFromBudget(db, budget, now)).length === 0) return null;
  const decision = await mailBudget(db, { kind: kind.kind, to }, now);
  return decision === "none" ? null : { decision, recipient, language };
}
