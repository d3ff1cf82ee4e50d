import { lazy, Suspense, useState } from "react";
import { StatusMessage } from "#app/core/ui/status-message.tsx";
import { type Toast, useToasts } from "./toast-store.ts";
import { UndoButton } from "./undo-button.tsx";

/** Loaded with the first message, because most pages never need it (docs/decisions/0007). */
const ToastList = lazy(() => import("./toast-list.tsx").catch(() => ({ default: PlainToasts })));

/** The region for messages. Once rendered it stays, so that screen readers keep track of it. */
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

/** The fallback if the script of ToastList can't be loaded. Messages stay until newer ones replace them. */
function PlainToasts({ toasts }: { toasts: Toast[] }) {
  return (
    <div className="fixed end-4 bottom-20 z-50 flex max-w-[calc(100vw-2rem)] flex-col gap-3 md:bottom-4 print:hidden">
      {toasts.map(({ id, type, message, undo }) => (
        <StatusMessage key={id} type={type} action={undo !== undefined && <UndoButton action={undo} />}>
          {message}
        </StatusMessage>
      ))}
    </div>
  );
}
