import type { SQL, SQLWrapper } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import type { ErrorCode } from "#app/error-codes.ts";

/**
 * What several people own together, to which one of them can bind what acts for them. What is bound names its owner's place there, and
 * ends with that place.
 */
export interface Tenant {
  /** What a place is in, by its name: null once it is not that user's. SQL, for a statement or a column of a query. */
  nameOf: (membershipId: SQLWrapper | string, userId: SQLWrapper | string) => SQL<string | null>;
  /** The places of somebody, to choose from in a form, in the reader's words. */
  choices: (context: Readonly<RouterContextProvider>, userId: string | SQL<string>) => Promise<TenantChoices>;
  /** Why somebody can't choose a place that is not theirs. */
  refusal: ErrorCode;
}

/** A select field: what it is called, what it says if nothing is chosen, and the rest. */
export interface TenantChoices {
  label: string;
  hint: string;
  none: string;
  options: { value: string; label: string }[];
}
