import type { ErrorCode } from "#app/error-codes.ts";

/** What came of a write: the id of the row, or the code of the rule that refused it; null: the row is gone. */
export type Written = { ok: true; id: string } | { ok: false; code: ErrorCode | null };

/**
 * Does a write and reads off the database's own objection which rule it broke.
 * @param codes by constraint
 * @throws any other error
 */
export async function orRefused(
  write: () => Promise<Written>,
  codes: Partial<Record<"UNIQUE" | "FOREIGN KEY", ErrorCode>>,
): Promise<Written> {
  try {
    return await write();
  } catch (error) {
    // Drizzle wraps the errors of single statements and not those of batches.
    const { message, cause } = error as Error;
    const objection = `${message}\n${cause instanceof Error ? cause.message : ""}`;
    for (const [constraint, code] of Object.entries(codes)) {
      if (objection.includes(`${constraint} constraint failed`)) return { ok: false, code };
    }
    throw error;
  }
}
