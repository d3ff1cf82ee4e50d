import type { KeysOf } from "#app/core/ui/key-help.ts";
import { paletteKeys } from "./palette-keys.ts";

/** The palette's entry in the list of keyboard shortcuts. */
export const paletteKeysHelp: KeysOf = (t) => [
  { where: "everywhere", keys: [paletteKeys()], does: t("manager:palette.placeholder") },
];
