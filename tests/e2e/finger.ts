import type { Page } from "@playwright/test";

/** A finger on a touch screen. */
interface Finger {
  /** Touches the screen, in pixels of the viewport. */
  touch(x: number, y: number): Promise<void>;
  /** Moves up or down to `y` in this many milliseconds. */
  moveTo(y: number, milliseconds: number): Promise<void>;
  /** Leaves the screen after resting for this many milliseconds. */
  lift(rested?: number): Promise<void>;
}

/**
 * A finger that Chromium treats as a real one, so it also scrolls. Its events carry their own times, so the
 * test sets the finger's speed, however slow the browser is.
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
      // The browser passes moves to the page once per frame, so the last move arrives after the next frame.
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
