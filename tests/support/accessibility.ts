import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type axe from "axe-core";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/**
 * The minified version. The other version is twice as long, and a page needs a quarter of a second to load
 * it.
 */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe reports about the current page: one line per rule, with the HTML of the elements that break it. */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  // This injects axe once per document. AxeBuilder of @axe-core/playwright would inject it for each check, even into a
  // second page.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  return page.evaluate(async () => {
    // Wait for transitions, because during one, axe would judge a colour that is not the final one. The end of one
    // transition may start another.
    const ending = () =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState !== "finished" && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
        );
    for (let animations = ending(); animations.length > 0; animations = ending()) {
      for (const animation of animations) animation.finish();
    }
    const { violations } = await window.axe.run({ resultTypes: ["violations"] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`);
  });
}
