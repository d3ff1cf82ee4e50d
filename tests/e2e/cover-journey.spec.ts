import path from "node:path";
import { PICTURE_FILES } from "#tests/support/upload-files.ts";
import { expect, test } from "./fixtures.ts";

test.use({ expectedErrors: [/status of 400/] });

test("a manager uploads a cover, and a reader sees it at the size of the drawn one until it is removed", async ({
  page,
  signIn,
  open,
  t,
}) => {
  await signIn({ role: "admin" });
  const title = `Night and Day ${crypto.randomUUID()}`;
  await open("/manager/books/new");
  const main = page.getByRole("main");
  await main.getByRole("textbox", { name: t("book:fields.title") }).fill(title);
  await main.getByRole("button", { name: t("common:create"), exact: true }).click();
  await expect(main.getByRole("heading", { level: 1, name: title })).toBeVisible();
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const list = `/app/books?searchTerm=${title.split(" ").at(-1)}`;
  const box = async () => {
    await open(list);
    const cover = main.getByRole("listitem").locator("svg[viewBox='0 0 120 180'], img");
    await expect(cover).toHaveCount(1);
    return cover.evaluate((shown) => {
      const { x, y, width, height } = shown.getBoundingClientRect();
      return { name: shown.localName, place: [x, y, width, height].map(Math.round) };
    });
  };
  const drawn = await box();
  expect(drawn.name).toBe("svg");

  await open(`/manager/books/${id}/cover`);
  const file = main.getByLabel(t("upload:picture.label"));
  const save = main.getByRole("button", { name: t("common:save"), exact: true });
  await file.setInputFiles(path.join(PICTURE_FILES, "bomb.png"));
  await save.click();
  await expect(main.getByText(t("upload:errors.tooManyPixels", { megapixels: 50 }))).toBeVisible();
  await file.setInputFiles(path.join(PICTURE_FILES, "with-place.jpg"));
  await save.click();
  await expect(page.getByText(t("upload:picture.saved")).first()).toBeVisible();
  const onPage = main.locator("article img");
  await expect.poll(() => onPage.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(540);
  expect(await box()).toEqual({ ...drawn, name: "img" });

  await open(`/manager/books/${id}/cover`);
  await main.getByRole("button", { name: t("upload:picture.remove") }).click();
  await expect(page.getByText(t("upload:picture.removed")).first()).toBeVisible();
  expect(await box()).toEqual(drawn);
});
