/**
 * The mailbox that most mail servers deliver an address to: the address without its "+tag". Whoever asks for codes to
 * many tags of an address fills one mailbox.
 * @param email normalised
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  const plus = email.indexOf("+");
  return plus > 0 && plus < at ? email.slice(0, plus) + email.slice(at) : email;
}
