import type { ParseKeys } from "i18next";
import { ERROR_CODES, type ErrorCode } from "#app/error-codes.ts";

/**
 * The outcome of a write: the row's id, or why a rule refused it. `repeated`: the same form had already created the
 * row, and nothing was written this time. `name`: the name of a deleted row.
 */
export type Written = { ok: true; id: string; repeated?: true; name?: string } | Refused;

/** Why a write was refused. */
export interface Refused {
  ok: false;
  /** The code of the rule that refused the write; null if the row no longer exists. */
  code: ErrorCode | null;
  /** The form field that breaks the rule. */
  field?: string;
  /** The row's current values, if they differ from those that the form showed. */
  current?: FieldValues;
}

/** The value of a field as a form shows it. */
export type FieldValue = string | number | boolean | null;

/** The values of a row that a form shows, by field. */
export type FieldValues = Record<string, FieldValue>;

/** A write failed unexpectedly. The log says why. */
export interface Failed {
  ok: false;
  /** The message for the reader: a translation key or an error code. */
  failed: ParseKeys | ErrorCode;
}

/** Whether a failure is reported by an error code. */
export const isErrorCode = (failed: ParseKeys | ErrorCode): failed is ErrorCode =>
  Object.hasOwn(ERROR_CODES, failed);

/** The row to write no longer exists. */
export const GONE: Refused = { ok: false, code: null };

/** The row to change was deleted while its form was open. */
export const WAS_DELETED: Refused = { ok: false, code: "ROW_DELETED" };

/** The session has ended since its form was opened. */
export const SESSION_ENDED: Failed = { ok: false, failed: "SESSION_EXPIRED" };

/**
 * What violating each database constraint means to the person who filled in the form. Where a table has several unique
 * indexes, the columns say which one is meant: "UNIQUE books.isbn".
 */
export type ConstraintRules = Partial<
  Record<"UNIQUE" | "FOREIGN KEY" | `UNIQUE ${string}`, { code: ErrorCode; field?: string }>
>;

/** SQLite's message about a violated constraint. */
const VIOLATION = /(UNIQUE|FOREIGN KEY) constraint failed(?:: ([\w., ]+))?/;

/**
 * Runs a write and turns a constraint violation into the refusal that `rules` names.
 * @throws any other error
 */
export async function refuseViolations<Result>(
  rules: ConstraintRules,
  write: () => Promise<Result>,
): Promise<Result | Refused> {
  try {
    return await write();
  } catch (error) {
    // Drizzle wraps the errors of single statements, but not of batches.
    const { message, cause } = error as Error;
    const [, constraint, columns] = VIOLATION.exec(cause instanceof Error ? cause.message : message) ?? [];
    const known = new Map(Object.entries(rules));
    const rule = known.get(`${constraint} ${columns}`) ?? known.get(`${constraint}`);
    if (!rule) throw error;
    return { ok: false, ...rule };
  }
}
