import type { ReactNode } from "react";

/** What a component of a part gets. */
interface PartProps<Data> {
  /** What the part's hook has read for the page. */
  data: Data;
  /** The path of the page. */
  here: string;
  /** The reader's address. */
  email: string;
}

/** What a slice shows on the reader's own account page. `key`: that of its hook `account`, which reads it. */
export interface AccountPart<Data = never> {
  key: string;
  /** Above everything: what the reader should know at once. */
  Alert?: (props: PartProps<Data>) => ReactNode;
  /** What is known of the reader, below their name and address: a `dt` and a `dd`. */
  Fact?: (props: PartProps<Data>) => ReactNode;
  /** How what protects the account stands: a SecurityFact, in the list that says it of all. */
  State?: (props: PartProps<Data>) => ReactNode;
  /** A section of its own, below the sessions. */
  Section?: (props: PartProps<Data>) => ReactNode;
  /** In the question about ending all other sessions. */
  OfEnding?: (props: PartProps<Data>) => ReactNode;
  /** A question of its own, which a link of its section opens. `isAsking`: whether it is open. */
  Question?: (props: PartProps<Data>) => ReactNode;
  isAsking?: (data: Data) => boolean;
}
