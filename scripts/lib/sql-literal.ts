/** The name of a table or column as it is written in an SQL statement, even if it is a word of SQL, such as "order". */
export const sqlName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * A value as it is written in an SQL statement.
 * @throws {TypeError} for what SQLite stores neither as text nor as a number
 */
export function sqlLiteral(value: unknown): string {
  if (value === null || typeof value === "number") return String(value);
  if (typeof value !== "string") throw new TypeError(`${typeof value} can't be written as SQL`);
  // SQLite stops reading a statement at a NUL.
  const parts = value.split("\0").map((part) => `'${part.replaceAll("'", "''")}'`);
  return parts.join(" || char(0) || ");
}
