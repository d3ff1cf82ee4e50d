import { type ComponentType, useCallback, useState } from "react";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { loadOptional } from "#app/core/lib/load-optional.ts";
import { isAsking } from "./single-key.ts";
import { showToast } from "./toast-store.ts";

/**
 * A dialog whose script is loaded when it is opened.
 * @param load imports it. It must not be made anew for each render
 * @returns `Dialog`, null while it is closed; `open`, which does nothing while another dialog waits for an answer; `close`
 */
export function useDialogOnDemand<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const { t } = useI18n();
  const [Dialog, setDialog] = useState<ComponentType<Props> | null>(null);
  const open = useCallback(() => {
    if (isAsking()) return;
    loadOptional(load).then(
      (module) => setDialog(() => module.default),
      () => showToast("error", t("error:hint.unreachable")),
    );
  }, [load, t]);
  const close = useCallback(() => setDialog(null), []);
  return { Dialog, open, close };
}
