/** The form field that says that the page shows the revoked row in place. Absent without script. */
export const IN_PLACE = "inPlace";

/** The response to a form with the field `IN_PLACE`. */
export interface RevokedInPlace {
  /** The id of the row that was revoked. */
  revoked: string;
}
