import type { SQL } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { dbContext, platformContext } from "#app/context.ts";
import { takeFromBudget } from "#app/core/db/budget.server.ts";
import { emailDecision } from "#app/core/email/email-decision.server.ts";
import { DAY } from "#app/core/lib/durations.ts";
import { findRecipient } from "./email-preference.server.ts";
import type { OptionalEmail, Recipient } from "./optional-email.ts";

/** An email to send: the email itself, or one summary that replaces all further emails of that hour. */
export interface PlannedEmail {
  decision: "mail" | "summary";
  recipient: Recipient;
  /** The recipient's language; null if they have no account, or have never signed in. */
  language: string | null;
}

/**
 * Decides whether to send an email that one person causes and another receives. Nothing is sent if the recipient wants
 * no such emails or has reached the hourly limit, or if the sender has reached the daily limit. The sender does not
 * learn the reason, because it is the recipient's business.
 * @param email.to the recipient's address, normalised
 * @param email.aDay how many emails of this kind one sender can cause in a day
 * @param email.where the condition that the email has a cause. A refused or repeated form must not use up the emails that
 *   the recipient gets in an hour, because others could then send none
 * @returns null if no email should be sent
 */
export async function planOptionalEmail(
  context: Readonly<RouterContextProvider>,
  kind: OptionalEmail,
  { to, senderId, aDay, where }: { to: string; senderId: string; aDay: number; where?: SQL | undefined },
): Promise<PlannedEmail | null> {
  const [db, { now }] = [context.get(dbContext), context.get(platformContext)];
  const { recipient, language, isOn } = await findRecipient(db, kind, to);
  if (!isOn) return null;
  const budget = { id: `mail:${kind.kind}-by:${senderId}`, limit: aDay, period: DAY };
  if ((await takeFromBudget(db, budget, now, where)).length === 0) return null;
  const decision = await emailDecision(db, { kind: kind.kind, to }, now);
  return decision === "none" ? null : { decision, recipient, language };
}
