/** An address that tells those who know it which one it is, and nobody else: "a•••@example.com". */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const [first = ""] = email;
  return `${at === 0 ? "" : first}•••${email.slice(at)}`;
}
