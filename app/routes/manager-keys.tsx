import type { ComponentType } from "react";
import type { KeysOf } from "#app/core/ui/key-help.ts";
import { NoteOpened } from "#app/slices/palette/opened-last.ts";
import { paletteKeysHelp } from "#app/slices/palette/palette-keys-help.ts";
import { KeysHelp, keysHelp } from "#app/slices/shortcut/keys-help.tsx";
import { listKeysHelp } from "#app/slices/shortcut/list-keys-help.ts";

/** The keyboard shortcuts of the manager, in the order in which the help lists them. */
const managerKeys = (): readonly KeysOf[] => [listKeysHelp, paletteKeysHelp, keysHelp];

/**
 * What slices add to every page of the manager once it is shown, such as help for the keys and a record of the opened
 * pages.
 */
const managerScripts = (): readonly ComponentType<{ keys: readonly KeysOf[] }>[] => [KeysHelp, NoteOpened];

export default function ManagerKeys() {
  return managerScripts().map((Part) => <Part key={Part.name} keys={managerKeys()} />);
}
