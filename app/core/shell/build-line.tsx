import { type ReactNode, use } from "react";
import { dateFormat } from "#app/core/i18n/formats.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { CopyButton } from "#app/core/ui/copy-button.tsx";
import { DocumentContext } from "#app/core/ui/document-context.ts";
import { Icon } from "#app/core/ui/icon.tsx";
import { showToast } from "#app/core/ui/toast/toast-store.ts";
import { PRODUCT_NAME } from "#app/product.ts";

const DOT = " · ";

/** Shows which build this is, with a button that copies it for a bug report. */
export function BuildLine() {
  const { t, i18n } = useI18n();
  const { environment, build } = use(DocumentContext).deployment;
  const { version, commit, date } = build;
  const day = dateFormat(i18n.language, { dateStyle: "medium", timeZone: "UTC" });
  const product = `${PRODUCT_NAME} ${version}`;
  const parts = [product, commit, date, environment?.label].filter(Boolean);
  return (
    // The height is fixed, so that nothing moves when script adds the button.
    <div className="flex min-h-11 items-center justify-between gap-2 ps-3 text-xs text-quiet">
      <p className="min-w-0 wrap-anywhere">
        <bdi>{product}</bdi>
        {commit && <Part>{commit}</Part>}
        <Part>
          <time dateTime={date} suppressHydrationWarning>
            {day.format(new Date(date))}
          </time>
        </Part>
        {environment && <Part>{environment.label}</Part>}
      </p>
      <CopyButton
        variant="quiet"
        text={parts.join(DOT)}
        onCopied={() => showToast("success", t("build.copied"))}
      >
        <Icon name="copy" className="size-4" />
        <span className="sr-only">{t("build.copy")}</span>
      </CopyButton>
    </div>
  );
}

const Part = ({ children }: { children: ReactNode }) => (
  <>
    <span>{DOT}</span>
    <bdi>{children}</bdi>
  </>
);
