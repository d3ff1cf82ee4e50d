import { expect, test } from "./fixtures.ts";

test.describe("an error page that is opened directly", () => {
  test.use({ javaScriptEnabled: false, expectedErrors: [/status of 40[34]/] });

  test("links back to the list or area, or home for a reader who may not enter", async ({
    page,
    signIn,
    t,
  }) => {
    const back = page.getByRole("link", { name: t("common:back") });
    await signIn();
    await page.goto("/manager/users/nothing");
    await expect(back).toHaveAttribute("href", "/");
    await signIn({ role: "admin" });
    for (const [path, around] of [
      ["/manager/users/nothing", "/manager/users"],
      ["/manager/users/nothing/ban", "/manager/users"],
      ["/app/nothing", "/app"],
      ["/nothing", "/"],
    ] as const) {
      await page.goto(path);
      await expect(back, path).toHaveAttribute("href", around);
    }
  });
});
