import { lazy, Suspense, useEffect, useState } from "react";
import { REFUSED_IN_PLACE } from "#app/core/client/client-middleware.ts";
import { type DemoRefusal, isDemoRefusal } from "./demo-refusal.ts";

/** Loaded with the first refusal, because only the demo needs it. */
const DemoPopup = lazy(() => import("./demo-popup.tsx"));

/** Shows a dialog over the page when the demo refuses a form. */
export function DemoPopups() {
  const [refusal, setRefusal] = useState<DemoRefusal | null>(null);
  useEffect(() => {
    const show = (event: Event) => {
      const { detail } = event as CustomEvent<unknown>;
      if (isDemoRefusal(detail)) setRefusal(detail);
    };
    window.addEventListener(REFUSED_IN_PLACE, show);
    return () => window.removeEventListener(REFUSED_IN_PLACE, show);
  }, []);
  if (!refusal) return null;
  return (
    <Suspense>
      <DemoPopup refusal={refusal} onClose={() => setRefusal(null)} />
    </Suspense>
  );
}
