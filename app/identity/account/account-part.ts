import type { ReactNode } from "react";

/** The props of a part's components. */
interface PartProps<Data> {
  /** The data that the part's hook has loaded for the page. */
  data: Data;
  /** The path of the page. */
  here: string;
  /** The reader's email address. */
  email: string;
}

/** A slice's part of the reader's own account page. `key`: the same as in its hook `account`, which reads the data. */
export interface AccountPart<Data = never> {
  key: string;
  /** Above everything else: urgent information. */
  Alert?: (props: PartProps<Data>) => ReactNode;
  /** A fact about the reader, below their name and address: a `dt` and a `dd`. */
  Fact?: (props: PartProps<Data>) => ReactNode;
  /** A SecurityFact for the list of what protects the account. */
  State?: (props: PartProps<Data>) => ReactNode;
  /** A separate section, below the sessions. */
  Section?: (props: PartProps<Data>) => ReactNode;
  /** Shown in the dialog that confirms ending all other sessions. */
  OfEnding?: (props: PartProps<Data>) => ReactNode;
  /** A dialog that a link in the section opens. `isAsking`: whether it is open. */
  Question?: (props: PartProps<Data>) => ReactNode;
  isAsking?: (data: Data) => boolean;
}
