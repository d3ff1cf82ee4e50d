import type { KeysOf } from "#app/core/ui/key-help.ts";
import { paletteKeys } from "./palette-keys.ts";

/** What the list of keys says of the palette. */
export const paletteKeysHelp: KeysOf = (t) => [
  { where: "everywhere", keys: [paletteKeys()], does: t("manager:palette.placeholder") },
];
