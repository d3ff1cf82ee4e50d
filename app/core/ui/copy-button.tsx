import type { ReactNode } from "react";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { showToast } from "#app/core/ui/toast/toast-store.ts";
import { Button } from "./button.tsx";
import { useHydrated } from "./use-hydrated.ts";

/**
 * Copies a text to the clipboard, or shows that it can't. Hidden without script. The reader can then select the text
 * instead.
 */
export function CopyButton({
  text,
  variant,
  onCopied,
  children,
}: {
  text: string;
  variant: "secondary" | "quiet";
  onCopied: () => void;
  children: ReactNode;
}) {
  const { t } = useI18n();
  const hydrated = useHydrated();
  if (!hydrated) return null;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // The reader has not allowed it, or the page is not secure and has no clipboard API.
      return showToast("error", t("copyFailed"));
    }
    onCopied();
  };
  return (
    <Button variant={variant} onClick={copy}>
      {children}
    </Button>
  );
}
