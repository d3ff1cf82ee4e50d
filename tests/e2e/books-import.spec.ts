import { numberFormat } from "#app/core/i18n/formats.ts";
import { JOURNEY_VARIANTS } from "./appearances.ts";
import { expect, test } from "./fixtures.ts";
import { openMore } from "./list-controls.ts";

/** More rows than a single request adds, so a job adds them. */
const ROWS = 2100;

for (const { name, options } of JOURNEY_VARIANTS) {
  test.describe(name, () => {
    test.use({ ...options, expectedErrors: [/status of 400/] });

    test("a manager imports books from a file, and exports them", async ({
      page,
      signIn,
      open,
      language,
      t,
    }, { workerIndex }) => {
      const author = `Importer ${name} ${workerIndex}`;
      const csv = (rows: string[]) => ({
        name: "books.csv",
        mimeType: "text/csv",
        buffer: Buffer.from(`title,author\n${rows.join("\n")}\n`),
      });
      await signIn({ role: "admin" });
      await open("/manager/books");
      await openMore(page, t);
      await page.getByRole("link", { name: t("book:manager.import") }).click();
      const file = page.getByLabel(t("import:file"));
      const check = page.getByRole("button", { name: t("import:check") });
      await check.click();
      // With script, the button of the field has the same text.
      await expect(page.getByRole("paragraph").filter({ hasText: t("import:errors.missing") })).toBeVisible();
      // Without script, the browser reports the missing file in its own language.
      const says = (text: string) => page.getByText(text, { exact: true });
      const hasScript = name !== "without script";
      await expect(says(t("common:file.none"))).toBeVisible({ visible: hasScript });
      await file.setInputFiles(
        csv([",x", ...Array.from({ length: ROWS - 1 }, (_, n) => `Tome ${n},${author}`)]),
      );
      await expect(says("books.csv")).toBeVisible({ visible: hasScript });
      await check.click();
      await expect(
        page.getByText(`${t("book:fields.title")} · ${t("book:errors.titleRequired")}`),
      ).toBeVisible();

      await page.getByRole("button", { name: t("import:add", { count: ROWS - 1 }) }).press("Enter");
      const finished = page.getByRole("heading", { level: 1, name: t("import:finished") });
      // With script, the page updates itself.
      if (name === "without script") {
        await expect(async () => {
          await page.reload();
          await expect(finished).toBeVisible({ timeout: 1 });
        }).toPass();
      }
      await expect(finished).toBeVisible();
      if (name !== "without script") await expect(finished).toBeFocused();
      const added = page.locator("div:has(> dt)").filter({ hasText: t("import:counts.added") });
      await expect(added.getByRole("definition")).toHaveText(numberFormat(language).format(ROWS - 1));

      await open(`/manager/books?${new URLSearchParams({ searchTerm: author })}`);
      const download = page.waitForEvent("download");
      await openMore(page, t);
      await page.getByRole("link", { name: t("manager:list.exportFound") }).click();
      expect((await download).suggestedFilename()).toMatch(/^books-filtered-\d{4}-\d\d-\d\d\.csv$/);
    });
  });
}
