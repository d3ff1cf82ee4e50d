import type { ReactNode } from "react";
import type { RouterContextProvider } from "react-router";

/** A slice's part of the sign-in page. `key`: the same as in the LoginRead that reads its data. */
export interface LoginPart<Data = never> {
  key: string;
  /** Components above and below the form. `returnTo`: the path to return to after signing in. */
  Above?: (props: { data: Data; returnTo: string | null }) => ReactNode;
  Below?: (props: { data: Data; returnTo: string | null }) => ReactNode;
  /** The `autocomplete` of the address field; null if the slice does not set it. */
  autoComplete?: (data: Data) => string | null;
}

/** Reads the data of a LoginPart. */
export interface LoginRead {
  key: string;
  read: (context: Readonly<RouterContextProvider>) => unknown;
}
