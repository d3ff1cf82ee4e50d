import type { ReactNode } from "react";
import type { RouterContextProvider } from "react-router";

/** What a slice shows on the sign-in page. `key`: that of the part that reads it. */
export interface LoginPart<Data = never> {
  key: string;
  /** Above and below the form. `returnTo`: the path to return to after signing in. */
  Above?: (props: { data: Data; returnTo: string | null }) => ReactNode;
  Below?: (props: { data: Data; returnTo: string | null }) => ReactNode;
  /** What the browser may fill the address in with; null if the slice does not mind. */
  autoComplete?: (data: Data) => string | null;
}

/** What reads it. */
export interface LoginRead {
  key: string;
  read: (context: Readonly<RouterContextProvider>) => unknown;
}
