import type { ReactNode } from "react";
import type { RouterContextProvider } from "react-router";

/** What a slice shows on the welcome page. `key`: that of the part that reads it. */
export interface WelcomePart<Data = never> {
  key: string;
  Part: (props: { data: Data }) => ReactNode;
}

/** What reads it, in parallel with the page. */
export interface WelcomeRead {
  key: string;
  read: (context: Readonly<RouterContextProvider>, request: Request) => Promise<unknown>;
}
