import type { KeysOf } from "#app/core/ui/key-help.ts";

/** The keys that open the palette, as their caps say. */
export const paletteKeys = (): [string, string] =>
  /Mac|iPhone|iPad/.test(navigator.platform) ? ["⌘", "K"] : ["Ctrl", "K"];

/** What the list of keys says of the palette and the search. */
export const paletteKeysHelp: KeysOf = (t) => [
  { where: "everywhere", keys: [paletteKeys()], does: t("manager:palette.placeholder") },
  { where: "everywhere", keys: [["/"]], does: t("manager:palette.search") },
];
