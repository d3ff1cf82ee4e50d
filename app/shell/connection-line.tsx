import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { FORM_FAILED, type FormFailure } from "#app/client/client-middleware.ts";
import { useFailedRequestId } from "#app/client/use-failed-request-id.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { bringToFront } from "#app/ui/top-layer.ts";

/**
 * Says that the browser is offline, while it is, and that a form failed, until the next try. Unlike toasts it comes with
 * the page, because it is needed when nothing can be fetched.
 */
export function ConnectionLine() {
  const { t } = useI18n();
  const { pathname } = useLocation();
  const requestId = useFailedRequestId();
  const line = useRef<HTMLParagraphElement>(null);
  const online = useSyncExternalStore(
    (listener) => {
      for (const type of ["online", "offline"]) window.addEventListener(type, listener);
      return () => {
        for (const type of ["online", "offline"]) window.removeEventListener(type, listener);
      };
    },
    () => navigator.onLine,
    () => true,
  );
  const [failed, setFailed] = useState<{ on: string; why: FormFailure } | null>(null);
  /** The id of the request that had failed before the form was sent. */
  const [earlierId, setEarlierId] = useState<string | null>(null);
  useEffect(() => {
    const note = (event: Event) =>
      setFailed({ on: pathname, why: (event as CustomEvent<FormFailure>).detail });
    const forget = () => {
      setFailed(null);
      setEarlierId(requestId);
    };
    window.addEventListener(FORM_FAILED, note);
    document.addEventListener("submit", forget);
    return () => {
      window.removeEventListener(FORM_FAILED, note);
      document.removeEventListener("submit", forget);
    };
  }, [pathname, requestId]);
  const why = failed?.on === pathname ? failed.why : null;
  const said = why !== null || !online;
  useEffect(() => {
    // In front of an open dialog, too.
    if ((said || failed) && line.current) bringToFront(line.current);
  }, [said, failed]);
  return (
    <p
      ref={line}
      popover="manual"
      hidden={!said}
      // It appears with its text, which screen readers only tell of an alert.
      role="alert"
      className="fixed inset-x-0 top-2 bottom-auto mx-auto md:top-auto md:bottom-4 w-fit max-w-[calc(100vw-2rem)] rounded-lg border border-warning bg-warning-soft px-4 py-2 text-warning shadow-sheet"
    >
      {said && t(`connection.${why ?? "offline"}`)}
      {why === "serverError" && requestId !== earlierId && (
        <small className="block text-xs">
          <bdi>{t("error:requestId", { id: requestId })}</bdi>
        </small>
      )}
    </p>
  );
}
