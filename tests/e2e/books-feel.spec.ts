import { bookCards } from "./books-cards.ts";
import { expect, NOT_PRESSED, pressedColour, stopClock, test } from "./fixtures.ts";

for (const width of [390, 1280]) {
  test(`a pressed book stays marked until its page is there, ${width} pixels wide`, async ({
    page,
    signIn,
  }) => {
    await signIn();
    await page.setViewportSize({ width, height: 800 });
    await stopClock(page, "/app/books");
    const books = bookCards(page);
    const link = books.nth(1).getByRole("link");
    const title = (await link.textContent()) as string;
    const held = Promise.withResolvers<void>();
    await page.route("**/app/books/*.data", async (route) => {
      await held.promise;
      await route.continue();
    });
    const asked = page.waitForRequest("**/app/books/*.data");
    await link.press("Enter");
    await asked;
    await expect.poll(() => pressedColour(link)).not.toBe(NOT_PRESSED);
    expect(await pressedColour(books.nth(0).getByRole("link"))).toBe(NOT_PRESSED);
    held.resolve();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  });
}
