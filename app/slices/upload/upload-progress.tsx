import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { Button } from "#app/core/ui/button.tsx";
import "#app/core/forms/file-field.css";

/** The progress of an upload, and a button to cancel it. @param share the share that has been sent, from 0 to 1 */
export function UploadProgress({ share, cancel }: { share: number; cancel: () => void }) {
  const { t } = useI18n();
  const isSent = share >= 1;
  const label = isSent ? t("upload:preparing") : t("upload:sending", { percent: Math.round(share * 100) });
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="text-quiet">
        {isSent ? label : t("upload:underWay")}
      </p>
      <progress className="file-progress" aria-label={label} {...(!isSent && { value: share })} />
      {!isSent && <p aria-hidden="true">{label}</p>}
      <Button variant="secondary" width="full" onClick={cancel}>
        {t("upload:cancel")}
      </Button>
    </div>
  );
}
