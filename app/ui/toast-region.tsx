import { lazy, Suspense, useState } from "react";
import { StatusMessage } from "./status-message.tsx";
import { type Toast, useToasts } from "./toast-store.ts";

/** Fetched with the first message: most pages never need it (docs/decisions/0007). */
const ToastList = lazy(() => import("./toast-list.tsx").catch(() => ({ default: PlainToasts })));

/** Where messages appear. Stays once it is there, so that screen readers keep the region they know. */
export function ToastRegion() {
  const toasts = useToasts();
  const [wanted, setWanted] = useState(false);
  if (toasts.length > 0 && !wanted) setWanted(true);
  if (!wanted) return null;
  return (
    <Suspense>
      <ToastList toasts={toasts} />
    </Suspense>
  );
}

/** The messages where the script of toasts can't be had: they stand until others take their place. */
function PlainToasts({ toasts }: { toasts: Toast[] }) {
  return (
    <div className="fixed end-4 bottom-20 z-50 flex max-w-[calc(100vw-2rem)] flex-col gap-3 md:bottom-4">
      {toasts.map(({ id, type, message }) => (
        <StatusMessage key={id} type={type}>
          {message}
        </StatusMessage>
      ))}
    </div>
  );
}
