import { lazy, Suspense, useState } from "react";
import { useToasts } from "./toast-store.ts";

/** Fetched with the first message: most pages never need it (docs/decisions/0007). */
const Toaster = lazy(() => import("./toaster.tsx"));

/** Where messages appear. Stays once it is there, so that screen readers keep the region they know. */
export function Toasts() {
  const toasts = useToasts();
  const [wanted, setWanted] = useState(false);
  if (toasts.length > 0 && !wanted) setWanted(true);
  if (!wanted) return null;
  return (
    <Suspense>
      <Toaster toasts={toasts} />
    </Suspense>
  );
}
