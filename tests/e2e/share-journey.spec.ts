import { mailsTo } from "#tests/support/visitor.ts";
import { bookCards } from "./books-cards.ts";
import { expect, test } from "./fixtures.ts";

// Runs with script, without it, with Save-Data, and in Arabic on a phone: see playwright.config.ts.

test.use({ expectedErrors: [/status of 400/] });

test("a reader shares a book with somebody without an account, ends the link and restores it", async ({
  page,
  site,
  signIn,
  open,
  t,
}) => {
  await signIn();
  const to = `${crypto.randomUUID()}@example.com`;
  await open("/app/books");
  const main = page.getByRole("main");
  const link = bookCards(page).first().getByRole("link").first();
  const title = (await link.textContent()) as string;
  await link.click();
  await main.getByRole("link", { name: t("share:open"), exact: true }).click();

  const email = main.getByRole("textbox", { name: t("share:fields.email") });
  await email.fill("nobody");
  await main.getByRole("button", { name: t("share:submit") }).click();
  await expect(main.getByText(t("refused:emailInvalid"))).toBeVisible();
  await expect(email).toHaveValue("nobody");
  await email.fill(to);
  await main.getByRole("button", { name: t("share:submit") }).click();
  await expect(page.getByText(t("share:success.sent", { email: to })).first()).toBeVisible();
  await expect(main.getByRole("listitem")).toContainText(title);

  const [mail] = await mailsTo(site, to);
  const shared = /https?:\S+\/shared\/\S+/.exec(mail?.text ?? "")?.[0] ?? "";
  await main.getByRole("button", { name: t("link:end") }).click();
  await expect(main.getByText(t("share:empty"))).toBeVisible();
  await page.getByRole("button", { name: t("undo") }).click();
  await expect(main.getByRole("listitem")).toContainText(title);

  await page.context().clearCookies();
  await page.goto(shared);
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await page.goto(mail?.unsubscribeUrl ?? "");
  await main.getByRole("button", { name: t("preference:unsubscribe.submit") }).click();
  await expect(main.getByRole("heading", { name: t("preference:unsubscribe.done") })).toBeVisible();
  await main.getByRole("button", { name: t("preference:unsubscribe.again") }).click();
  await expect(main.getByRole("heading", { name: t("preference:unsubscribe.title") })).toBeVisible();
});
