import type { ParseKeys } from "i18next";
import { ERROR_CODES, type ErrorCode } from "#app/error-codes.ts";

/** What came of a write: the id of the row, or why a rule refused it. */
export type Written = { ok: true; id: string } | Refused;

/** Why a write was refused. */
export interface Refused {
  ok: false;
  /** The rule that refused it; null: the row is gone. */
  code: ErrorCode | null;
  /** The form field that the rule is about. */
  field?: string;
}

/** A write failed for a reason that nobody foresaw. The reason is in the log. */
export interface Failed {
  ok: false;
  /** What to tell the reader: a translation key, or a code of the catalogue. */
  failed: ParseKeys | ErrorCode;
}

/** The code that a failure is told with, if it is one of the catalogue. */
export const isErrorCode = (failed: ParseKeys | ErrorCode): failed is ErrorCode =>
  Object.hasOwn(ERROR_CODES, failed);

/** The row that a write was about does not exist any more. */
export const GONE: Refused = { ok: false, code: null };

/** What each database constraint means to the person who filled in the form. */
export type ConstraintRules = Partial<Record<"UNIQUE" | "FOREIGN KEY", { code: ErrorCode; field?: string }>>;

/**
 * Runs a write and turns a violated constraint into the refusal that `rules` names.
 * @throws any other error
 */
export async function refuseViolations(
  rules: ConstraintRules,
  write: () => Promise<Written>,
): Promise<Written> {
  try {
    return await write();
  } catch (error) {
    // Drizzle wraps the errors of single statements, and not those of batches.
    const { message, cause } = error as Error;
    const objection = `${message}\n${cause instanceof Error ? cause.message : ""}`;
    for (const [constraint, rule] of Object.entries(rules)) {
      if (objection.includes(`${constraint} constraint failed`)) return { ok: false, ...rule };
    }
    throw error;
  }
}
