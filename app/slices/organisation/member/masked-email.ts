/** Marks around an address, which keep it left to right in a sentence that runs right to left. */
const [ISOLATED, END] = ["\u2066", "\u2069"];

/** Masks an address: only people who know it recognise it. "a•••@example.com". */
export function maskedEmail(email: string): string {
  const [first = ""] = email;
  return `${ISOLATED}${first}•••${email.slice(email.lastIndexOf("@"))}${END}`;
}
