import { Form } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { BackLink } from "#app/core/ui/back-link.tsx";
import { SubmitButton } from "#app/core/ui/button.tsx";
import { CopyButton } from "#app/core/ui/copy-button.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { showToast } from "#app/core/ui/toast/toast-store.ts";

/**
 * The page on which a user shares one of their rows by a link, and stops sharing it (docs/recipes/share-a-row.md).
 * @param label the row's name
 * @param back the path of the row's page
 */
export function LinkPage({ label, url, back }: { label: string; url: string | null; back: string }) {
  const { t } = useI18n();
  return (
    <>
      <PageTitle title={t("link:title", { label })} />
      <div className="mb-6">
        <BackLink to={back}>{label}</BackLink>
      </div>
      <h1 className="mb-2 font-serif text-3xl font-semibold text-balance break-words sm:text-4xl">
        {t("link:title", { label })}
      </h1>
      <p className="mb-6 max-w-prose text-quiet">{t("link:description")}</p>
      {url !== null && (
        <p className="mb-6">
          <a href={url} className="break-all text-accent underline underline-offset-4">
            <bdi>{url}</bdi>
          </a>
        </p>
      )}
      <Form method="post" className="flex flex-wrap gap-3">
        {url === null ? (
          <>
            <input type="hidden" name="isShared" value="on" />
            <SubmitButton>{t("link:create")}</SubmitButton>
          </>
        ) : (
          <>
            <CopyButton
              variant="secondary"
              text={url}
              onCopied={() => showToast("success", t("link:copied"))}
            >
              {t("link:copy")}
            </CopyButton>
            <SubmitButton variant="secondary">{t("link:end")}</SubmitButton>
          </>
        )}
      </Form>
    </>
  );
}
