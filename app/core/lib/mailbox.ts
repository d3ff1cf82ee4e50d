/**
 * The mailbox that an address is delivered to, to limit how much is mailed there. Never compare people by it: two
 * spellings are two accounts, and a provider that we do not know may deliver them to two people.
 *
 * Most mail servers ignore a "+tag" before the @ (RFC 5233 describes it). Gmail also ignores dots, and googlemail.com is
 * its other name (https://support.google.com/mail/answer/7436150). Organisations with Gmail at a domain of their own
 * keep their dots.
 * @param email normalised
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1);
  const plus = email.indexOf("+");
  const name = email.slice(0, plus > 0 && plus < at ? plus : at);
  if (domain !== "gmail.com" && domain !== "googlemail.com") return `${name}@${domain}`;
  return `${name.replaceAll(".", "") || name}@gmail.com`;
}
