import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { Button } from "#app/core/ui/button.tsx";
import { Dialog } from "#app/core/ui/dialog/dialog.tsx";
import DemoNotice from "./demo-notice.tsx";
import type { DemoRefusal } from "./demo-refusal.ts";

/** The dialog that says that the demo is read-only. Loaded by DemoPopups. */
export default function DemoPopup({ refusal, onClose }: { refusal: DemoRefusal; onClose: () => void }) {
  const { t } = useI18n();
  return (
    <Dialog title={refusal.title} onClose={onClose}>
      <p role="alert" className="mt-2 mb-4 font-medium">
        {refusal.message}
      </p>
      <DemoNotice {...refusal} />
      <div className="mt-6 flex justify-end">
        <Button onClick={onClose}>{t("demo:close")}</Button>
      </div>
    </Dialog>
  );
}
