/** Ends the script with one clear line. */
export function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
