import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { NOT_SENT } from "#app/client/client-middleware.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { bringToFront } from "#app/ui/top-layer.ts";

/**
 * Says that the browser is offline, while it is, and that a form was not sent, until the next try. Unlike toasts it
 * comes with the page, because it is needed when nothing can be fetched.
 */
export function ConnectionLine() {
  const { t } = useI18n();
  const { pathname } = useLocation();
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
  const [unsent, setUnsent] = useState<{ on: string } | null>(null);
  useEffect(() => {
    const note = () => setUnsent({ on: pathname });
    const forget = () => setUnsent(null);
    window.addEventListener(NOT_SENT, note);
    document.addEventListener("submit", forget);
    return () => {
      window.removeEventListener(NOT_SENT, note);
      document.removeEventListener("submit", forget);
    };
  }, [pathname]);
  const notSent = unsent?.on === pathname;
  const said = notSent || !online;
  useEffect(() => {
    // In front of an open dialog, too.
    if ((said || unsent) && line.current) bringToFront(line.current);
  }, [said, unsent]);
  return (
    <p
      ref={line}
      popover="manual"
      hidden={!said}
      // It appears with its text, which screen readers only tell of an alert.
      role="alert"
      className="fixed inset-x-0 top-2 bottom-auto mx-auto md:top-auto md:bottom-4 w-fit max-w-[calc(100vw-2rem)] rounded-lg border border-warning bg-warning-soft px-4 py-2 text-warning shadow-sheet"
    >
      {said && (notSent ? t("connection.notSent") : t("connection.offline"))}
    </p>
  );
}
