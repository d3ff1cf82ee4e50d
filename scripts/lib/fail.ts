/** Prints a message and ends the script as failed. */
export function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
