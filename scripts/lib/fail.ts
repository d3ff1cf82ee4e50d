/** Prints a message and ends the script as failed. */
export function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

/** Why something failed: what the first of its causes says. What Drizzle says is the query, with all its values. */
export function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? reasonOf(cause) : message;
}
