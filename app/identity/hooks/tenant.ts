import type { SQL, SQLWrapper } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import type { ErrorCode } from "#app/error-codes.ts";

/**
 * Something that several users own together, to which a user can bind an access token. The token then refers to its
 * owner's place there, and ends with that place.
 */
export interface Tenant {
  /**
   * The name of the tenant of a place; null once the user has lost the place. SQL, for a statement or a column of a
   * query.
   */
  nameOf: (membershipId: SQLWrapper | string, userId: SQLWrapper | string) => SQL<string | null>;
  /** A user's places as options of a select field, in the reader's language. */
  choices: (context: Readonly<RouterContextProvider>, userId: string | SQL<string>) => Promise<TenantChoices>;
  /** The error code for selecting a place that is not theirs. */
  refusal: ErrorCode;
}

/** A select field: its label, its hint, the label of the empty option, and the options. */
export interface TenantChoices {
  label: string;
  hint: string;
  none: string;
  options: { value: string; label: string }[];
}
