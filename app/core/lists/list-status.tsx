import { useEffect } from "react";

/**
 * Where screen readers are told what a list shows. It stays on the page while each search brings a list of its own: they
 * are told of changes in what was there before, and not of what comes with its text.
 */
export const LIST_STATUS = <output id="list-status" className="sr-only" />;

/** Has each further list of the page announced, and each further page of a list. @param text what it shows */
export function useListStatus(text: string): void {
  useEffect(() => {
    const status = document.getElementById("list-status");
    if (!status) return;
    // A page that opens is announced by its heading.
    if ("opened" in status.dataset) status.textContent = text;
    status.dataset.opened = "";
  }, [text]);
}
