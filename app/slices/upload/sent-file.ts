/** What script hears of a file that it sent: where to go, or what is wrong with it. */
export type SentFile = { to: string } | { message: string };

/** Reads an answer. @returns null if it is another one, such as an error page */
export function readSentFile(text: string): SentFile | null {
  try {
    const answer: unknown = JSON.parse(text);
    const has = (key: string) =>
      typeof answer === "object" && answer !== null && typeof Object(answer)[key] === "string";
    return has("to") || has("message") ? (answer as SentFile) : null;
  } catch {
    return null;
  }
}
