import type { TFunction } from "i18next";

/** The help for a keyboard shortcut. */
export interface KeyHelp {
  where: "everywhere" | "lists";
  /** Alternative key combinations, by the labels of the keys: `[["J"], ["↓"]]`, `[["Shift", "J"]]`. */
  keys: string[][];
  does: string;
}

/** The shortcuts of a part of the page, in the reader's language. */
export type KeysOf = (t: TFunction) => KeyHelp[];
