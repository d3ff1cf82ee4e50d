import path from "node:path";
import { PICTURE_FILES } from "#tests/support/upload-files.ts";
import { expect, test } from "./fixtures.ts";

test.use({ expectedErrors: [/status of 400/] });

test("a reader uploads a picture, sees what is wrong with another one, and removes it", async ({
  page,
  signIn,
  open,
  t,
}) => {
  await signIn();
  await open("/app/account");
  await page.getByRole("link", { name: t("picture:change") }).click();
  const file = page.getByLabel(t("upload:picture.label"));
  const save = page.getByRole("button", { name: t("common:save"), exact: true });
  await save.click();
  await expect(page.getByText(t("upload:errors.missing"))).toBeVisible();
  await file.setInputFiles(path.join(PICTURE_FILES, "bomb.png"));
  await save.click();
  await expect(page.getByText(t("upload:errors.tooManyPixels", { megapixels: 50 }))).toBeVisible();
  await file.setInputFiles(path.join(PICTURE_FILES, "with-place.jpg"));
  await save.click();
  await expect(page.getByText(t("upload:picture.saved")).first()).toBeVisible();
  const picture = page.getByRole("main").locator("dd img");
  await expect.poll(() => picture.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(288);

  await page.getByRole("link", { name: t("picture:change"), exact: true }).click();
  await page.getByRole("button", { name: t("upload:picture.remove") }).click();
  await expect(page.getByText(t("upload:picture.removed")).first()).toBeVisible();
  await expect(picture).toHaveCount(0);
});
