import { listKeysHelp } from "#app/core/lists/keys/list-keys-help.ts";
import { KeysHelp, keysHelp } from "#app/core/shell/keys-help.tsx";
import type { KeysOf } from "#app/core/ui/key-help.ts";
import { NoteOpened } from "#app/slices/palette/opened-last.ts";
import { paletteKeysHelp } from "#app/slices/palette/palette-keys-help.ts";

/** The keyboard shortcuts of the manager, in the order in which the help lists them. */
const managerKeys = (): readonly KeysOf[] => [listKeysHelp, paletteKeysHelp, keysHelp];

/** The help for the keys of the manager's pages, and the component that records which pages are opened. */
export default function ManagerKeys() {
  return (
    <>
      <KeysHelp keys={managerKeys()} />
      <NoteOpened />
    </>
  );
}
