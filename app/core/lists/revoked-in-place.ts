/** The field of a form that revokes a row of a list, if its page shows it in place. Absent without script. */
export const IN_PLACE = "inPlace";

/** The answer to such a form. */
export interface RevokedInPlace {
  /** The id of the row that was revoked. */
  revoked: string;
}
