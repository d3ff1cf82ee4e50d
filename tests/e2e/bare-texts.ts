import type { Page } from "@playwright/test";

/**
 * The texts of the page that are not the only child of an element. Programs that translate pages replace each text by elements
 * of their own, and React then fails at removing such a text, or at inserting something before it. It sets the only text of an
 * element through the element, whatever became of the text.
 */
export const bareTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      // React marks the nodes that it moves and removes by themselves. It has no API for it.
      const isOwn = Object.keys(texts.currentNode).some((key) => key.startsWith("__reactFiber"));
      const parent = texts.currentNode.parentElement;
      // What toasts are announced with (@radix-ui/react-toast) never changes, and is removed with its element after a second.
      const isAnnouncement = parent?.matches('[role="status"][aria-live]');
      if (isOwn && !isAnnouncement)
        found.push(`"${texts.currentNode.nodeValue}" in ${parent?.outerHTML.slice(0, 300)}`);
    }
    return found;
  });
