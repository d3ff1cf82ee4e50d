import { type ReactNode, useEffect, useId, useRef } from "react";
import { useNavigate } from "react-router";

/**
 * A question in front of the page. Where it is a state of the URL, the server renders it as an open panel; once script
 * runs it is modal: it traps the focus, closes on Escape, and gives the focus back.
 *
 * @param onClose what Escape does
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
      className="fixed inset-x-0 top-24 bottom-auto z-40 mx-auto w-[calc(100%-2rem)] max-w-md rounded-xl border border-edge bg-sheet p-6 wrap-anywhere text-ink shadow-sheet backdrop:bg-shade"
    >
      <h2 id={titleId} className="font-serif text-2xl font-semibold text-balance">
        {title}
      </h2>
      {children}
    </dialog>
  );
}

/** Closes a dialog that is a state of the URL. @param here the same page without it */
export function useCloseTo(here: string): () => void {
  const navigate = useNavigate();
  return () => {
    navigate(here, { preventScrollReset: true, replace: true });
  };
}
