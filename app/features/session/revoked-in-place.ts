/** The field of a form that ends a session, if its page shows the end in place. Absent without script. */
export const IN_PLACE = "inPlace";

/** The answer to such a form. */
export interface RevokedInPlace {
  /** The id of the session that has ended. */
  revoked: string;
}
