import { createInterface } from "node:readline/promises";

/**
 * Asks the user to type a name as a confirmation. @throws {Error} with `otherwise` as its message if anything else is
 * typed
 */
export async function askForName(question: string, name: string, otherwise: string): Promise<void> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const typed = await Promise.race([
    terminal.question(question),
    new Promise<string>((resolve) => terminal.once("close", () => resolve(""))),
  ]);
  terminal.close();
  if (typed.trim() !== name) throw new Error(otherwise);
}
