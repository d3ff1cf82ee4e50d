import type { Page } from "@playwright/test";

/**
 * Translates each document that a page opens, as browsers do: replaces every text, including later ones, with
 * elements that contain a text. This begins when the document is hydrated, or immediately if `early`.
 */
export async function translatePages(page: Page, { early = false } = {}): Promise<void> {
  await page.addInitScript(translateDocument, early);
}

function translateDocument(early: boolean): void {
  const SKIPPED = "script, style, noscript, textarea, font, [translate=no]";
  const replace = (text: Node) => {
    if (!text.nodeValue?.trim() || text.parentElement?.closest(SKIPPED) !== null) return;
    const outer = document.createElement("font");
    const inner = outer.appendChild(document.createElement("font"));
    inner.textContent = text.nodeValue;
    text.parentNode?.replaceChild(outer, text);
  };
  const translate = (root: Node) => {
    const texts = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    if (root.nodeType === Node.TEXT_NODE) texts.push(root);
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) replace(text);
  };
  const isHydrated = () => {
    const [, root] = Object.entries(document).find(([key]) => key.startsWith("__reactContainer")) ?? [];
    return root?.stateNode.current.memoizedState.isDehydrated === false;
  };
  const begin = () => {
    if (early ? document.readyState === "loading" : !isHydrated()) return requestAnimationFrame(begin);
    document.documentElement.lang = "de";
    document.documentElement.classList.add("translated-ltr");
    translate(document.body);
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        if (type === "characterData") replace(target);
        for (const added of addedNodes) translate(added);
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  };
  begin();
}
