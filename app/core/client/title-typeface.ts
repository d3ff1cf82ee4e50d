/**
 * Shows titles of rows in the product's typeface from the next page on, where the document has shown them without
 * (ui/typeface.css). The titles of the first page stay as they are: longer ones would break elsewhere.
 */
export function setTitlesOnNextPage(): void {
  const { title, head, documentElement } = document;
  const observer = new MutationObserver(() => {
    if (document.title === title) return;
    documentElement.dataset.nextPage = "";
    observer.disconnect();
  });
  // The page's title changes together with the page, before it is painted.
  observer.observe(head, { childList: true, characterData: true, subtree: true });
}
