import { useEffect } from "react";

/**
 * The element that announces to screen readers what a list shows. It stays on the page while each search renders a new
 * list. Screen readers announce changes to an existing element, but not the text of a new one.
 */
export const LIST_STATUS = <output id="list-status" className="sr-only" />;

/** Announces each further list on the page, and each further page of a list. @param text what to announce */
export function useListStatus(text: string): void {
  useEffect(() => {
    const status = document.getElementById("list-status");
    if (!status) return;
    // When a page opens, its heading is announced.
    if ("opened" in status.dataset) status.textContent = text;
    status.dataset.opened = "";
  }, [text]);
}
