import path from "node:path";
import { PICTURE_FILES } from "#tests/support/upload-files.ts";
import { expect, test } from "./fixtures.ts";

// Tests what only script adds to the form of tests/e2e/picture-journey.spec.ts.

const FILE = path.join(PICTURE_FILES, "plain.png");

test.beforeEach(async ({ page, signIn, open, t }) => {
  await signIn();
  await open("/account/picture");
  await page.getByLabel(t("upload:picture.label")).setInputFiles(FILE);
});

test("the middle of the selected picture is shown before the upload", async ({ page }) => {
  const colours = () =>
    page.locator("canvas").evaluate((canvas: HTMLCanvasElement) => {
      const pen = canvas.getContext("2d");
      const at = (x: number) => [
        ...(pen?.getImageData(canvas.width * x, canvas.height / 2, 1, 1).data ?? []),
      ];
      return [at(0.05), at(0.5), at(0.95)].map(([red = 0, , blue = 0]) => (red > blue ? "red" : "blue"));
    });
  // Yellow is more red than blue.
  await expect.poll(colours).toEqual(["red", "red", "blue"]);
});

test("the upload shows its progress and can be cancelled", async ({ page, t }) => {
  const held = Promise.withResolvers<void>();
  await page.route("**/account/picture/file", async (route) => {
    await held.promise;
    await route.abort().catch(() => {});
  });
  const save = page.getByRole("button", { name: t("common:save"), exact: true });
  await save.click();
  await expect(page.getByRole("progressbar")).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: t("upload:underWay") })).toBeVisible();
  await page.getByRole("button", { name: t("upload:cancel") }).click();
  held.resolve();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await expect(save).toBeVisible();
  await page.unroute("**/account/picture/file");
  // The file is still selected.
  await save.click();
  await expect(page.getByText(t("upload:picture.saved")).first()).toBeVisible();
});

test.describe("a file that was refused", () => {
  test.use({ expectedErrors: [/status of 400/] });

  test("loses its error once another one is selected", async ({ page, t }) => {
    const file = page.getByLabel(t("upload:picture.label"));
    await file.setInputFiles(path.join(PICTURE_FILES, "bomb.png"));
    await page.getByRole("button", { name: t("common:save"), exact: true }).click();
    await expect(file).toBeFocused();
    await expect(file).toHaveAccessibleDescription(/50/);
    await file.setInputFiles(FILE);
    await expect(file).not.toHaveAttribute("aria-invalid");
  });
});

test.describe("without a connection", () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

  test("a picture is not uploaded, the page says so, and it can be uploaded again", async ({
    page,
    context,
    t,
  }) => {
    const save = page.getByRole("button", { name: t("common:save"), exact: true });
    await context.setOffline(true);
    await save.click();
    await expect(page.getByText(t("common:connection.notSent"))).toBeVisible();
    await context.setOffline(false);
    await save.click();
    await expect(page.getByText(t("upload:picture.saved")).first()).toBeVisible();
  });
});

test("after the session has ended, an upload leads to the sign-in", async ({ page, context, t }) => {
  await context.clearCookies();
  await page.getByRole("button", { name: t("common:save"), exact: true }).click();
  await expect(page).toHaveURL(/\/login/);
});
