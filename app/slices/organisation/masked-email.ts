/** Around what reads from left to right, also in a sentence that does not. */
const [ISOLATED, END] = ["\u2066", "\u2069"];

/** An address that tells those who know it which one it is, and nobody else: "a•••@example.com". */
export function maskedEmail(email: string): string {
  const [first = ""] = email;
  return `${ISOLATED}${first}•••${email.slice(email.lastIndexOf("@"))}${END}`;
}
