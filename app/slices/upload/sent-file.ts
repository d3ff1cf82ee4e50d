/** The response to a file that script has uploaded: the path of the next page, or the error. */
export type SentFile = { to: string } | { message: string };

/** Reads the response to an upload by script. @returns null if it is another response, such as an error page */
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
