import { takeFromBudget } from "#app/core/db/budget.server.ts";
import type { Database } from "#app/core/db/client.server.ts";
import { sha256 } from "#app/core/lib/bytes.ts";
import { HOUR } from "#app/core/lib/durations.ts";
import { mailboxOf } from "#app/core/lib/mailbox.ts";

/** How many emails of one kind a person gets in an hour before a summary replaces them (docs/product.md, Numbers). */
export const MAILS_AN_HOUR = 5;

/** What to send: the email itself, a summary that says there are more, or nothing. */
type MailDecision = "mail" | "summary" | "none";

/**
 * Decides whether to send an email that one person causes and another gets, such as "shared with you": MAILS_AN_HOUR of
 * a kind in each hour of the clock, then one summary, then none. Call it once for each email, and send what it returns.
 * One statement decides, so exactly one of several simultaneous requests gets the summary. Every spelling of an address
 * counts as one mailbox. Notices don't need this: they have their own budget (docs/decisions/0059).
 * @param mail.kind a name for this kind of email
 * @param mail.to the address of its recipient, normalised
 * @param now milliseconds since 1970
 */
export async function emailDecision(
  db: Database,
  { kind, to }: { kind: string; to: string },
  now: number,
): Promise<MailDecision> {
  const id = `mail:${kind}:${await sha256(mailboxOf(to))}`;
  const [taken] = await takeFromBudget(db, { id, limit: MAILS_AN_HOUR + 1, period: HOUR }, now);
  if (!taken) return "none";
  return taken.used > MAILS_AN_HOUR ? "summary" : "mail";
}
