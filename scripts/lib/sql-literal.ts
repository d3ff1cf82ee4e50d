/** The name of a table or column in an SQL statement, quoted, so that it can be an SQL keyword, such as "order". */
export const sqlName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * A value in an SQL statement.
 * @throws {TypeError} for a value that SQLite stores neither as text nor as a number
 */
export function sqlLiteral(value: unknown): string {
  if (value === null || typeof value === "number") return String(value);
  if (typeof value !== "string") throw new TypeError(`${typeof value} can't be written as SQL`);
  // SQLite stops reading a statement at a NUL.
  const parts = value.split("\0").map((part) => `'${part.replaceAll("'", "''")}'`);
  return parts.join(" || char(0) || ");
}
