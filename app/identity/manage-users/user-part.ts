import type { TFunction } from "i18next";
import type { ReactNode } from "react";

/** The props of a part's components. */
interface PartProps<Data> {
  /** The data that the part's hook has read for the page. */
  data: Data;
  /** The path of the page. */
  here: string;
  /** The user's email address. */
  email: string;
  /**
   * Returns the URL that opens a confirmation dialog on the page. The parameter `confirm` names the dialog.
   */
  asking: (question: string) => string;
}

/** A slice's part of a user's page in the manager. `key`: the same as in its hook `user`, which reads the data. */
export interface UserPart<Data = never> {
  key: string;
  /** An entry of the menu. */
  menuEntry?: (props: PartProps<Data> & { t: TFunction }) => ReactNode;
  /** Facts about the user, below their details. */
  facts?: (props: PartProps<Data> & { t: TFunction }) => { term: string; value: string }[];
  /** Below the menu: urgent information. */
  Alert?: (props: PartProps<Data>) => ReactNode;
  /** A separate section, below the sessions. */
  Section?: (props: PartProps<Data>) => ReactNode;
  /** A confirmation dialog, which a link opens. */
  Question?: (props: PartProps<Data>) => ReactNode;
}
