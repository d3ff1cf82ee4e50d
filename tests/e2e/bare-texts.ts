import type { Page } from "@playwright/test";

/**
 * The texts of the page that are not the only child of an element. Browsers that translate pages replace each text with
 * their own elements, and React then fails to remove such a text, or to insert something before it. React sets the only
 * text of an element through the element, whatever has replaced the text.
 */
export const bareTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      // React marks the nodes that it moves and removes separately. It has no API to read these marks.
      const isOwn = Object.keys(texts.currentNode).some((key) => key.startsWith("__reactFiber"));
      const parent = texts.currentNode.parentElement;
      // The text that announces toasts (@radix-ui/react-toast) never changes, and is removed with its element after a
      // second.
      const isAnnouncement = parent?.matches('[role="status"][aria-live]');
      if (isOwn && !isAnnouncement)
        found.push(`"${texts.currentNode.nodeValue}" in ${parent?.outerHTML.slice(0, 300)}`);
    }
    return found;
  });
