import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { loadOptional } from "#app/core/lib/load-optional.ts";
import { useHydrated } from "#app/core/ui/use-hydrated.ts";

/** The screens on which a dialog is a sheet at the bottom (docs/product.md, Numbers); "phone" in theme.css. */
const PHONE = "(width <= 640px)";

/** The classes of a dialog: a sheet on a phone, in front of the page on a wider screen. */
const LOOK =
  "fixed inset-x-0 top-24 bottom-auto z-40 mx-auto my-0 max-h-[calc(100dvh-7rem)] w-[calc(100%-2rem)] overflow-y-auto overscroll-contain rounded-xl border border-edge bg-sheet wrap-anywhere text-ink shadow-sheet backdrop:bg-shade phone:top-auto phone:bottom-0 phone:max-h-[90dvh] phone:w-full phone:max-w-none phone:scroll-pt-10 phone:scroll-pb-4 phone:rounded-b-none phone:border-x-0 phone:border-b-0 phone:pb-[max(1.5rem,env(safe-area-inset-bottom))]";

/** A released sheet moves to its place in half a second (docs/product.md, Numbers). */
const MOVES = "phone:transition-[translate] phone:duration-500 phone:ease-[cubic-bezier(0.32,0.72,0,1)]";

/**
 * A modal dialog: it traps the focus, closes on Escape or when dragged down on a phone, and restores the focus. It is
 * open while it is rendered. Until script runs, it is an open panel of the page.
 *
 * @param onClose called to close it
 */
export function Modal({
  label,
  labelledBy,
  closedby,
  onClose,
  className = "max-w-md",
  children,
}: {
  /** The dialog's name, or the id of the element that has it. */
  label?: string;
  labelledBy?: string;
  /** "any": a click or tap outside also closes it. Don't use it for a dialog with a form. */
  closedby?: "any";
  onClose: () => void;
  className?: string;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const hydrated = useHydrated();
  // A dialog that came with the document is visible already, so it must not slide in.
  const [slidesIn] = useState(hydrated);
  const close = useEffectEvent(onClose);

  // Runs before the effects of its children, which may move the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.close();
    element?.showModal();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);

  useEffect(() => {
    const phone = window.matchMedia(PHONE);
    if (!phone.matches) return;
    let isGone = false;
    let end = () => {};
    // If this script can't be loaded, a sheet can't be dragged, but still closes in every other way.
    loadOptional(() => import("./sheet.ts")).then(
      ({ behaveAsSheet }) => {
        if (dialog.current && !isGone) end = behaveAsSheet(dialog.current, phone, () => close());
      },
      () => {},
    );
    return () => {
      isGone = true;
      end();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      open
      aria-label={label}
      aria-labelledby={labelledBy}
      closedby={closedby}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className={`${LOOK} ${MOVES} ${slidesIn ? "phone:starting:translate-y-full" : ""} ${className}`}
    >
      <div
        data-grip
        aria-hidden="true"
        className="sticky top-0 z-10 hidden cursor-grab touch-none bg-sheet py-3 phone:block"
      >
        <div className="mx-auto h-1.5 w-12 rounded-full bg-edge" />
      </div>
      {children}
    </dialog>
  );
}

/**
 * A modal dialog with a visible title. If the URL opens it, the server renders it.
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
  const titleId = useId();
  return (
    <Modal labelledBy={titleId} onClose={onClose}>
      <div className="p-6 phone:py-0">
        <h2 id={titleId} className="font-serif text-2xl font-semibold text-balance">
          {title}
        </h2>
        {children}
      </div>
    </Modal>
  );
}

/**
 * Returns a function that closes a dialog which the URL has opened.
 * @param here the URL without the dialog
 */
export function useCloseTo(here: string): () => void {
  const navigate = useNavigate();
  return () => {
    navigate(here, { preventScrollReset: true, replace: true });
  };
}
