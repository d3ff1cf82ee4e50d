import { type ReactNode, useEffect, useId, useRef } from "react";
import { useNavigate } from "react-router";

/**
 * A question in front of the page. It is a state of the URL, which the server renders as an open panel; once script
 * runs it is modal: it traps the focus, closes on Escape, and gives the focus back.
 *
 * @param closeTo where Escape leads: the same page without the question
 */
export function Dialog({
  title,
  closeTo,
  children,
}: {
  title: string;
  closeTo: string;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
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
        navigate(closeTo, { preventScrollReset: true, replace: true });
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
