import { useCallback, useEffect, useRef } from "react";
import { useBeforeUnload, useBlocker } from "react-router";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";

/**
 * Asks before the reader leaves a form with unsaved changes: in our own dialog for a link or Back, in the browser's for
 * reload or close. A change that was undone doesn't count; a refused form is still unsaved. Submitting the form, and
 * the redirect that follows, doesn't ask.
 */
export function LeaveQuestion({ formId }: { formId: string }) {
  const { t } = useI18n();
  const saved = useRef<string>(undefined);
  useEffect(() => {
    saved.current = contentOf(formId);
  }, [formId]);
  const isChanged = useCallback(() => contentOf(formId) !== saved.current, [formId]);

  useBeforeUnload(
    useCallback(
      (event) => {
        if (isChanged()) event.preventDefault();
      },
      [isChanged],
    ),
  );
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isChanged(),
  );
  if (blocker.state !== "blocked") return null;
  return (
    <Dialog title={t("leave.title")} onClose={blocker.reset}>
      <p className="mt-2 text-quiet">{t("leave.description")}</p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={blocker.reset}>
          {t("leave.stay")}
        </Button>
        <Button variant="danger" onClick={blocker.proceed}>
          {t("leave.leave")}
        </Button>
      </div>
    </Dialog>
  );
}

/** Everything that a form would send, to compare. */
function contentOf(formId: string): string | undefined {
  const form = document.getElementById(formId);
  return form instanceof HTMLFormElement ? JSON.stringify([...new FormData(form)]) : undefined;
}
