import { createHash } from "node:crypto";
import * as z from "zod";

/**
 * The id of the row that a create form creates. The form carries a random id, generated when the form is rendered, so
 * sending the form twice names the same row, and the second request creates nothing (docs/decisions/0014). A form
 * without a valid id gets a new one.
 *
 * The row's id is a hash of the form's: nobody may choose the id of a row, because files and deleted rows are found by
 * the ids of rows of any table.
 */
export const newRowId = z
  .uuid()
  .catch(() => crypto.randomUUID())
  .transform(hashedId);

/** A UUID of version 8 (RFC 9562) from the SHA-256 of a text. It is not async, because a schema of a form is not. */
function hashedId(text: string): string {
  const digits = createHash("sha256").update(text).digest("hex");
  const variant = ((Number.parseInt(digits.charAt(16), 16) & 3) | 8).toString(16);
  const parts = [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `${variant}${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ];
  return parts.join("-");
}
