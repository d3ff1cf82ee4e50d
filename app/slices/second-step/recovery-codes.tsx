import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { buttonLook } from "#app/core/ui/button.tsx";
import { CopyButton } from "#app/core/ui/copy-button.tsx";
import { showToast } from "#app/core/ui/toast/toast-store.ts";
import { PRODUCT_NAME } from "#app/product.ts";
import type { MadeCodes } from "./second-step.server.ts";

/**
 * Shows new recovery codes. No other page shows them. The download is a data URL, so it needs neither script nor
 * another request.
 */
export function RecoveryCodes({ made: { codes, repeated }, email }: { made: MadeCodes; email: string }) {
  const { t } = useI18n();
  const text = codes.join("\n");
  const file = `${t("factor:codes.file", { product: PRODUCT_NAME, email })}\n\n${text}\n`;
  return (
    <section
      aria-labelledby="codes"
      className="rounded-lg border-s-4 border-success bg-success-soft p-4 text-success"
    >
      <h2 id="codes" className="font-medium">
        {t("factor:codes.title")}
      </h2>
      <p className="mt-1">{t("factor:codes.once")}</p>
      {repeated && <p className="mt-1">{t("factor:codes.repeated")}</p>}
      <ul
        dir="ltr"
        className="my-3 flex flex-col gap-1 rounded-lg border border-edge bg-paper px-3.5 py-2 font-mono text-sm text-ink"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
          download="recovery-codes.txt"
          className={buttonLook({ variant: "secondary" })}
        >
          {t("factor:codes.download")}
        </a>
        <CopyButton
          text={text}
          variant="secondary"
          onCopied={() => showToast("success", t("factor:codes.copied"))}
        >
          {t("factor:codes.copy")}
        </CopyButton>
      </div>
    </section>
  );
}
