import { listKeysHelp } from "#app/core/lists/list-keys-help.ts";
import { KeysDialog, keysHelp } from "#app/core/shell/keys-dialog.tsx";
import type { KeysOf } from "#app/core/ui/key-help.ts";
import { paletteKeysHelp } from "#app/slices/palette/palette-keys.ts";

/** What keys do in the manager, in this order. */
const managerKeys = (): readonly KeysOf[] => [listKeysHelp, paletteKeysHelp, keysHelp];

/** The list of the manager's keys. */
export default function ManagerKeys({ onClose }: { onClose: () => void }) {
  return <KeysDialog keys={managerKeys()} onClose={onClose} />;
}
