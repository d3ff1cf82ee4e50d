/**
 * The mailbox that receives emails to an address, for limits on how many we send there. Never compare people by it,
 * because two spellings are two accounts, and a provider that we do not know may deliver them to two people.
 *
 * Most mail servers ignore a "+tag" before the @ (RFC 5233 describes it). Gmail also ignores dots, and googlemail.com is its
 * other name (https://support.google.com/mail/answer/7436150). Organisations that use Gmail with their own domain keep their
 * dots.
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
