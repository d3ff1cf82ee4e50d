/** Prints a message, and exits with 1. */
export function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

/** The message of an error's first cause. Drizzle's own message is the query, with all its values. */
export function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? reasonOf(cause) : message;
}
