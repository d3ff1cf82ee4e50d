import { expect, test } from "./fixtures.ts";

test("the page of access tokens on paper leaves out the form for a new one", async ({
  page,
  signIn,
  open,
  t,
}) => {
  await signIn({ role: "admin" });
  await page.emulateMedia({ media: "print" });
  await open("/account/tokens");
  await expect(page.getByRole("heading", { name: t("token:title"), level: 1 })).toBeVisible();
  await expect(page.getByRole("heading", { name: t("token:new") })).toHaveCount(0);
});
