import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useDragToClose } from "./use-drag-to-close.ts";
import { useHydrated } from "./use-hydrated.ts";

/** The screens on which a dialog is a sheet at the bottom (docs/product.md, Numbers); "phone" in theme.css. */
const PHONE = "(width <= 640px)";

/** What a dialog looks like: a sheet on a phone, in front of the page on a wider screen. */
export const DIALOG_LOOK =
  "fixed inset-x-0 top-24 bottom-auto z-40 mx-auto my-0 max-h-[calc(100dvh-7rem)] w-[calc(100%-2rem)] max-w-md overflow-y-auto overscroll-contain rounded-xl border border-edge bg-sheet wrap-anywhere text-ink shadow-sheet backdrop:bg-shade phone:top-auto phone:bottom-0 phone:max-h-[90dvh] phone:w-full phone:max-w-none phone:rounded-b-none phone:border-x-0 phone:border-b-0 phone:pb-[max(1.5rem,env(safe-area-inset-bottom))]";

/** Slides in from the bottom in half a second (docs/product.md, Numbers). */
const SLIDES_IN =
  "phone:transition-[translate] phone:duration-500 phone:ease-[cubic-bezier(0.32,0.72,0,1)] phone:starting:translate-y-full";

/**
 * A dialog in front of the page. If it is a state of the URL, the server renders it as an open panel. Once script runs
 * it is modal: it traps the focus, closes on Escape or when dragged down on a phone, and restores the focus.
 *
 * @param onClose called to close it
 */
export function Dialog({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const drag = useDragToClose(dialog, PHONE, onClose);
  const hydrated = useHydrated();
  // A dialog that came with the document is visible already, so it must not slide in.
  const [slidesIn] = useState(hydrated);

  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.close();
    element?.showModal();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      open
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className={`${DIALOG_LOOK} p-6 phone:pt-0 ${slidesIn ? SLIDES_IN : ""}`}
    >
      <div {...drag} className="phone:-mx-6 phone:cursor-grab phone:touch-none phone:px-6">
        <div aria-hidden="true" className="mx-auto hidden w-12 py-3 phone:block">
          <div className="h-1.5 rounded-full bg-edge" />
        </div>
        <h2 id={titleId} className="font-serif text-2xl font-semibold text-balance">
          {title}
        </h2>
      </div>
      {children}
    </dialog>
  );
}

/** Closes a dialog that is a state of the URL. @param here the URL without it */
export function useCloseTo(here: string): () => void {
  const navigate = useNavigate();
  return () => {
    navigate(here, { preventScrollReset: true, replace: true });
  };
}
