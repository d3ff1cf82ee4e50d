import { type ComponentType, useEffect } from "react";
import { SHOW_KEYS } from "#app/core/ui/keys-button.tsx";
import { singleKey } from "#app/core/ui/single-key.ts";
import { useDialogOnDemand } from "#app/core/ui/use-dialog-on-demand.ts";

/** Shows the list of an area's keys for "?", and for the buttons that ask for it. @param load its dialog */
export function KeysHelp({
  load,
}: {
  load: () => Promise<{ default: ComponentType<{ onClose: () => void }> }>;
}) {
  const { Dialog, open, close } = useDialogOnDemand(load);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener(SHOW_KEYS, open, { signal });
    document.addEventListener(
      "keydown",
      (event) => {
        if (singleKey(event) !== "?") return;
        event.preventDefault();
        open();
      },
      { signal },
    );
    return () => listening.abort();
  }, [open]);
  return Dialog && <Dialog onClose={close} />;
}
