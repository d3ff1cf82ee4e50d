import type { TFunction } from "i18next";
import type { ReactNode } from "react";

/** What a part gets to show. */
interface PartProps<Data> {
  /** What the part's hook has read for the page. */
  data: Data;
  /** The path of the page. */
  here: string;
  /** The user's address. */
  email: string;
  /** The path of the page with a question open: the `confirm` in the URL. */
  asking: (question: string) => string;
}

/** What a slice shows on a user's page in the manager. `key`: that of its hook `user`, which reads it. */
export interface UserPart<Data = never> {
  key: string;
  /** An entry of the menu, if there is one. */
  menuEntry?: (props: PartProps<Data> & { t: TFunction }) => ReactNode;
  /** What is known of the user, below their details. */
  facts?: (props: PartProps<Data> & { t: TFunction }) => { term: string; value: string }[];
  /** Below the menu: what the reader should know at once. */
  Alert?: (props: PartProps<Data>) => ReactNode;
  /** A section of its own, below the sessions. */
  Section?: (props: PartProps<Data>) => ReactNode;
  /** A question, which a link opens. */
  Question?: (props: PartProps<Data>) => ReactNode;
}
