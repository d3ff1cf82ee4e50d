import { linkTo } from "#tests/support/organisation-invitations.ts";
import { expect, test } from "./fixtures.ts";

// Runs with script, without it, with Save-Data, and in Arabic on a phone: see playwright.config.ts.

test("an owner creates an organisation and invites somebody, who joins by the email alone, and leaves", async ({
  page,
  site,
  signIn,
  open,
  t,
}) => {
  await signIn({ name: "Virginia Woolf" });
  const main = page.getByRole("main");
  const to = `${crypto.randomUUID()}@example.com`;
  const name = `Hogarth Press ${crypto.randomUUID().slice(0, 8)}`;

  await open("/app/o");
  await expect(main.getByText(t("organisation:empty"))).toBeVisible();
  await main.getByRole("link", { name: t("organisation:new") }).click();
  await main.getByRole("textbox", { name: t("organisation:fields.name") }).fill(name);
  await main.getByRole("button", { name: t("organisation:submit") }).click();
  await expect(main.getByRole("heading", { level: 1, name })).toBeVisible();

  await main.getByRole("link", { name: t("team:list.title") }).click();
  await main.getByRole("textbox", { name: t("organisation:fields.name") }).fill("Compositors");
  await main.getByRole("button", { name: t("team:submit") }).click();
  await expect(main.getByRole("heading", { level: 1, name: "Compositors" })).toBeVisible();
  await main.getByRole("link", { name: t("team:list.title") }).click();
  await main.getByRole("link", { name }).first().click();

  await main.getByRole("link", { name: t("organisation:invitations") }).click();
  await main.getByRole("textbox", { name: t("invitation:fields.email") }).fill(to);
  await main.getByRole("combobox", { name: t("organisation:fields.role") }).selectOption("administrator");
  await main.getByRole("combobox", { name: t("invitation:fields.team") }).selectOption("Compositors");
  await main.getByRole("button", { name: t("invitation:submit") }).click();
  await expect(page.getByText(t("invitation:success.sent", { email: to })).first()).toBeVisible();
  await expect(main.getByRole("listitem")).toContainText(to);
  const link = await linkTo(site, to);

  await page.context().clearCookies();
  await open(link);
  await expect(main.getByRole("heading", { level: 1 })).toContainText(name);
  await main.getByRole("button", { name: t("invitation:accept") }).click();
  await main.getByRole("textbox").fill("Leonard Woolf");
  await main.getByRole("button").first().click();
  await expect(main.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(main.getByRole("region").getByRole("listitem")).toHaveCount(2);

  await main.getByRole("link", { name: t("team:list.title") }).click();
  await expect(main.getByRole("listitem").filter({ hasText: "Compositors" })).toContainText(
    t("organisation:members", { count: 1 }),
  );
  await page.goBack();
  await main.getByRole("link", { name: "Leonard Woolf" }).click();
  await main.getByRole("link", { name: t("organisation:leave.open") }).click();
  await page.getByRole("button", { name: t("organisation:leave.submit") }).click();
  await expect(page.getByText(t("organisation:success.left", { name })).first()).toBeVisible();
  await expect(main.getByText(t("organisation:empty"))).toBeVisible();
});
