import type { TFunction } from "i18next";

/** What a key does, as the list of keys says it. */
export interface KeyHelp {
  where: "everywhere" | "lists";
  /** Keys that do the same, each with what is held with it, as their caps say: `[["J"], ["↓"]]`, `[["Shift", "J"]]`. */
  keys: string[][];
  does: string;
}

/** The keys of a part, in the reader's language. */
export type KeysOf = (t: TFunction) => KeyHelp[];
