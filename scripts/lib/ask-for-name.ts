import { createInterface } from "node:readline/promises";

/** Asks to type a name before something is done. @throws {Error} with `otherwise` as its message, unless it is typed */
export async function askForName(question: string, name: string, otherwise: string): Promise<void> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const typed = await Promise.race([
    terminal.question(question),
    new Promise<string>((resolve) => terminal.once("close", () => resolve(""))),
  ]);
  terminal.close();
  if (typed.trim() !== name) throw new Error(otherwise);
}
