import type { ReactNode } from "react";
import type { RouterContextProvider } from "react-router";

/** A slice's part of the welcome page. `key`: the same as in the WelcomeRead that reads its data. */
export interface WelcomePart<Data = never> {
  key: string;
  /** The component. It also receives the part itself, with its further properties. */
  Part(props: { data: Data; part: WelcomePart<Data> }): ReactNode;
}

/** Reads the data of a WelcomePart, in parallel with the page. */
export interface WelcomeRead {
  key: string;
  read: (context: Readonly<RouterContextProvider>, request: Request) => Promise<unknown>;
}

/** A row on the welcome page that belongs to the reader. */
export interface RowAtHome {
  id: string;
  /** The name of the row. */
  name: string;
  day?: string | null;
}
