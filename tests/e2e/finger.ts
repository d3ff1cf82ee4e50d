import type { Page } from "@playwright/test";

/** A finger on a touch screen. */
interface Finger {
  /** Touches the screen there, in pixels of the viewport. */
  touch(x: number, y: number): Promise<void>;
  /** Moves up or down to `y`, in as many milliseconds. */
  moveTo(y: number, milliseconds: number): Promise<void>;
  /** Leaves the screen, after it has rested for as many milliseconds. */
  lift(rested?: number): Promise<void>;
}

/**
 * A finger that Chromium takes for a real one: it scrolls, too. Its events say themselves when they happened, so its speed is
 * what the test says, however long the browser takes.
 */
export async function fingerOn(page: Page): Promise<Finger> {
  const browser = await page.context().newCDPSession(page);
  let [x, y, now] = [0, 0, Date.now()];
  const send = (type: "touchStart" | "touchMove" | "touchEnd") =>
    browser.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ x, y }],
      timestamp: now / 1000,
    });
  return {
    async touch(toX, toY) {
      [x, y, now] = [toX, toY, Math.max(now, Date.now())];
      await send("touchStart");
    },
    async moveTo(toY, milliseconds) {
      const steps = 10;
      const [fromY, began] = [y, now];
      for (let step = 1; step <= steps; step++) {
        y = fromY + ((toY - fromY) * step) / steps;
        now = began + (milliseconds * step) / steps;
        await send("touchMove");
      }
      // The browser hands moves to the page once a frame: the last one is there after the next.
      await page.evaluate(
        () => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))),
      );
    },
    async lift(rested = 10) {
      now += rested;
      await send("touchEnd");
    },
  };
}
