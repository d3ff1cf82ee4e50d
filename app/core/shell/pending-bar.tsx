import { useEffect, useRef, useState } from "react";
import { useNavigation } from "react-router";
import { useI18n } from "#app/core/i18n/use-i18n.ts";

/** The bar appears once a navigation takes this long, in milliseconds (docs/product.md, Numbers). */
const PENDING_THRESHOLD = 1000;
/** The bar stays for at least this long, in milliseconds, to avoid flicker (docs/product.md, Numbers). */
const PENDING_MINIMUM = 500;

/** A bar across the top of the screen during a slow navigation. */
export function PendingBar() {
  const { t } = useI18n();
  const pending = useNavigation().state !== "idle";
  const [shown, setShown] = useState(false);
  const since = useRef(0);
  useEffect(() => {
    if (pending === shown) return;
    const wait = pending ? PENDING_THRESHOLD : since.current + PENDING_MINIMUM - performance.now();
    const timer = window.setTimeout(() => {
      since.current = performance.now();
      setShown(pending);
    }, wait);
    return () => window.clearTimeout(timer);
  }, [pending, shown]);
  if (!shown) return null;
  return (
    // A live region, because it is outside every landmark of the page.
    <div
      role="progressbar"
      aria-live="polite"
      aria-label={t("loading")}
      className="fixed inset-x-0 top-0 z-50 h-1 overflow-hidden bg-accent-soft"
    >
      <div className="h-full w-1/3 animate-pending bg-accent-solid motion-reduce:w-full motion-reduce:animate-none" />
    </div>
  );
}
