import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useLocation, useNavigate } from "react-router";
import { beginReturn } from "#app/core/client/client-middleware.ts";
import {
  FORM_FAILED,
  type FormFailure,
  NOT_OPENED,
  type NotOpened,
  openDocument,
} from "#app/core/client/unreachable.ts";
import { useFailedRequestId } from "#app/core/client/use-failed-request-id.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { bringToFront } from "#app/core/ui/dialog/top-layer.ts";

/** What failed, and on which page. `url`: the page that was not opened. */
interface Failure {
  on: string;
  why: FormFailure | "notOpened";
  url?: string;
}

/**
 * A message while the browser is offline, after a failed form until the next try, and when a page was not opened, with
 * a button to try again.
 */
export default function ConnectionLine() {
  const { t } = useI18n();
  const location = useLocation();
  const { pathname } = location;
  const navigate = useNavigate();
  const requestId = useFailedRequestId();
  const line = useRef<HTMLDivElement>(null);
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
  const [failed, setFailed] = useState<Failure | null>(null);
  /** The id of the last failed request before the form was sent. */
  const [earlierId, setEarlierId] = useState<string | null>(null);
  useEffect(() => {
    const note = (event: Event) =>
      setFailed({ on: pathname, why: (event as CustomEvent<FormFailure>).detail });
    const stay = (event: Event) => {
      event.preventDefault();
      const { url, isUnderWay } = (event as CustomEvent<NotOpened>).detail;
      setFailed({ on: pathname, why: "notOpened", url });
      if (!isUnderWay) return;
      // The router has no other way to abort a navigation.
      beginReturn();
      navigate(location, { replace: true, preventScrollReset: true, state: location.state });
    };
    const forget = () => {
      setFailed(null);
      setEarlierId(requestId);
    };
    window.addEventListener(FORM_FAILED, note);
    window.addEventListener(NOT_OPENED, stay);
    document.addEventListener("submit", forget);
    return () => {
      window.removeEventListener(FORM_FAILED, note);
      window.removeEventListener(NOT_OPENED, stay);
      document.removeEventListener("submit", forget);
    };
  }, [pathname, location, navigate, requestId]);
  const why = failed?.on === pathname ? failed.why : null;
  const hasMessage = why !== null || !online;
  useEffect(() => {
    // Shows the message even in front of an open dialog.
    if ((hasMessage || failed) && line.current) bringToFront(line.current);
  }, [hasMessage, failed]);
  return (
    <div
      ref={line}
      id="connection"
      popover="manual"
      hidden={!hasMessage}
      // The element appears together with its text, and screen readers announce that only for an alert.
      role="alert"
      className="fixed inset-x-0 top-2 bottom-auto mx-auto md:top-auto md:bottom-4 w-fit max-w-[calc(100vw-2rem)] rounded-lg border border-warning bg-warning-soft px-4 py-2 text-warning shadow-sheet"
    >
      {hasMessage && <p>{t(`connection.${why ?? "offline"}`)}</p>}
      {why === "serverError" && requestId !== earlierId && (
        <p className="text-xs">
          <bdi>{t("error:requestId", { id: requestId })}</bdi>
        </p>
      )}
      {why === "notOpened" && failed?.url && (
        <button
          type="button"
          onClick={() => openDocument(failed.url ?? "")}
          className="min-h-11 cursor-pointer font-semibold underline"
        >
          {t("tryAgain")}
        </button>
      )}
    </div>
  );
}
