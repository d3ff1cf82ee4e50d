import type { Page } from "@playwright/test";
import { lastCode } from "#tests/support/visitor.ts";
import { expect, hydrated, test } from "./fixtures.ts";

test.use({ expectedErrors: [/status of 400/] });

/** Records the codes that the page sends. */
function sentCodes(page: Page): (string | null)[] {
  const codes: (string | null)[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/login/verify")) {
      codes.push(new URLSearchParams(request.postData() ?? "").get("code"));
    }
  });
  return codes;
}

/** A wrong code: `code` with another digit at the position `at`. */
const changed = (code: string, at: number) =>
  code.slice(0, at) + String((Number(code[at]) + 1) % 10) + code.slice(at + 1);

test.beforeEach(({ page }) => page.goto("/login"));

test("six digits send themselves once, and a refused code is corrected and sent with the button", async ({
  page,
  site,
  t,
}, { workerIndex }) => {
  const email = `types-${workerIndex}@example.com`;
  await hydrated(page);
  await expect(page.getByRole("textbox", { name: t("login:email") })).toBeFocused();
  await page.keyboard.type(email);
  await page.keyboard.press("Enter");
  const field = page.getByRole("textbox", { name: t("proof:code") });
  await expect(field).toBeFocused();

  const code = await lastCode(site, email);
  const wrong = changed(changed(code, 4), 5);
  const sent = sentCodes(page);
  await page.keyboard.type(wrong);
  await page.keyboard.press("Enter"); // Some people press Enter out of habit.
  await expect(field).toHaveAccessibleDescription(t("refused:codeWrong", { count: 4 }));
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(wrong);

  // The digits are corrected one after the other, because a partly corrected code is not sent.
  await field.press("End");
  await field.press("Backspace");
  await page.keyboard.type(code[5] as string);
  await field.press("ArrowLeft");
  await field.press("Backspace");
  await page.keyboard.type(code[4] as string);
  await expect(field).toHaveValue(code);
  expect(sent).toEqual([wrong]);
  await page.getByRole("button", { name: t("auth:verify.submit") }).click();
  await expect(page.getByRole("heading", { name: t("onboarding:title"), exact: true })).toBeVisible();
  expect(sent).toEqual([wrong, code]);
});

test("a code that is pasted with spaces sends itself, as does one that is typed again", async ({
  page,
  site,
  t,
}, { workerIndex }) => {
  const email = `pastes-${workerIndex}@example.com`;
  await hydrated(page);
  await page.getByRole("textbox", { name: t("login:email") }).fill(email);
  await page.keyboard.press("Enter");
  const field = page.getByRole("textbox", { name: t("proof:code") });
  await expect(field).toBeFocused();
  const code = await lastCode(site, email);
  await page.keyboard.insertText(changed(code, 0));
  await expect(field).toHaveAccessibleDescription(t("refused:codeWrong", { count: 4 }));
  await field.clear();
  await page.keyboard.insertText(` ${code.slice(0, 3)} ${code.slice(3)} `);
  await expect(page.getByRole("heading", { name: t("onboarding:title"), exact: true })).toBeVisible();
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("the first empty field has the focus, except next to an error", async ({ page, t }, {
    workerIndex,
  }) => {
    const email = page.getByRole("textbox", { name: t("login:email") });
    await expect(email).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByText(t("refused:emailRequired"))).toBeVisible();
    await expect(email).not.toBeFocused();
    await email.fill(`plain-${workerIndex}@example.com`);
    await page.keyboard.press("Enter");
    const code = page.getByRole("textbox", { name: t("proof:code") });
    await expect(code).toBeFocused();
    await page.keyboard.type("123456");
    await expect(code).toHaveValue("123456");
    await page.keyboard.press("Enter");
    await expect(page.getByText(t("refused:codeWrong", { count: 4 }))).toBeVisible();
    await expect(code).not.toBeFocused();
  });
});
