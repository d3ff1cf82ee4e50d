import { useCallback, useEffect, useRef } from "react";
import { useBeforeUnload, useBlocker } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { Button } from "#app/core/ui/button.tsx";
import { Dialog } from "#app/core/ui/dialog/dialog.tsx";

/**
 * Asks before the reader leaves a form with unsaved changes: in our own dialog for a link or Back, in the
 * browser's for reload or close. Changes that were undone are not unsaved changes, but those in a refused
 * form are. Submitting the form, and the redirect that follows, doesn't ask.
 *
 * Render it once for all forms of a page, because the router allows only one blocker. After a form is saved,
 * render it with another `key`, so that the new form counts as unchanged.
 */
export function LeaveQuestion({ formId }: { formId: string | string[] }) {
  const { t } = useI18n();
  const ids = [formId].flat().join(" ");
  const saved = useRef(new WeakMap<HTMLFormElement, string>());
  useEffect(() => {
    for (const form of formsOf(ids)) {
      if (!saved.current.has(form)) saved.current.set(form, contentOf(form));
    }
  });
  const isChanged = useCallback(
    () => formsOf(ids).some((form) => contentOf(form) !== saved.current.get(form)),
    [ids],
  );

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
      <div className="mt-6 dialog-buttons">
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

/** The forms on the page with these ids (separated by spaces). */
const formsOf = (ids: string): HTMLFormElement[] =>
  ids
    .split(" ")
    .map((id) => document.getElementById(id))
    .filter((element) => element instanceof HTMLFormElement);

/** Everything that a form would send, to compare. */
const contentOf = (form: HTMLFormElement) => JSON.stringify([...new FormData(form)]);
