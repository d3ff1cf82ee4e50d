import type { Page } from "@playwright/test";

/**
 * Collects what the page's live regions announce from now on. A region that is added together with its text
 * announces nothing, because screen readers only report changes of existing regions.
 * @returns a function that returns the announcements so far
 */
export async function announcements(page: Page) {
  const said = await page.evaluateHandle(() => {
    const said: string[] = [];
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        const region = (target instanceof Element ? target : target.parentElement)?.closest(
          "[role=status], output",
        );
        if (region && addedNodes.length > 0) said.push(region.textContent ?? "");
      }
    }).observe(document.body, { childList: true, subtree: true });
    return said;
  });
  return () => said.jsonValue();
}
