import { useId } from "react";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { CopyButton } from "#app/core/ui/copy-button.tsx";
import { showToast } from "#app/core/ui/toast/toast-store.ts";

/** A code example with a button to copy it. */
export function CodeExample({ title, code }: { title: string; code: string }) {
  const { t } = useI18n();
  const titleId = useId();
  return (
    <div>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
        <h3 id={titleId} dir="auto" className="match-parent font-medium">
          {title}
        </h3>
        <CopyButton text={code} variant="quiet" onCopied={() => showToast("success", t("api:copied"))}>
          <span>{t("api:copy")}</span>
          <span className="sr-only">{title}</span>
        </CopyButton>
      </div>
      <figure
        aria-labelledby={titleId}
        dir="ltr"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard
        tabIndex={0}
        className="mt-1 max-h-96 overflow-auto rounded-lg border border-line bg-paper p-4 text-sm"
      >
        <pre>
          <code>{code}</code>
        </pre>
      </figure>
    </div>
  );
}
