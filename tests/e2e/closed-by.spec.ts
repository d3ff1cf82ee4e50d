import { expect, hydrated, test } from "./fixtures.ts";

// A click that script dispatches closes no dialog by itself, even in browsers with closedby.

test("in a browser without closedby, a click outside a dialog closes it, but not one that began inside", async ({
  page,
  signIn,
  t,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(HTMLDialogElement.prototype, "closedBy"));
  await signIn({ role: "admin" });
  const loaded = page.waitForResponse(/closed-by.*\.js$/);
  await page.goto("/manager/users");
  await hydrated(page);
  await loaded;
  const palette = page.getByRole("dialog", { name: t("manager:palette.title") });
  const press = (type: "pointerdown" | "click", where: "in" | "beside") =>
    palette.evaluate(
      (dialog, { type, where }) => {
        const { left, top } = dialog.getBoundingClientRect();
        const by = where === "in" ? 10 : -10;
        dialog.dispatchEvent(new MouseEvent(type, { bubbles: true, clientX: left + by, clientY: top + by }));
      },
      { type, where },
    );
  for (let n = 0; n < 2; n++) {
    await page.keyboard.press("Control+k");
    await expect(palette).toBeVisible();
    await press("pointerdown", "in");
    await press("click", "beside");
    await press("pointerdown", "beside");
    await press("click", "in");
    // Two presses that close nothing: a scroll that begins outside, and a selection of text that ends outside.
    await press("pointerdown", "beside");
    await press("pointerdown", "in");
    await press("click", "beside");
    await expect(palette).toBeVisible();
    await press("pointerdown", "beside");
    await press("click", "beside");
    await expect(palette).toBeHidden();
  }
});
