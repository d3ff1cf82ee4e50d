import { LANGUAGE_COOKIE } from "#app/core/i18n/languages.ts";
import { textsIn } from "#tests/support/texts.ts";
import { expect, holdScripts, hydrated, openMore, test } from "./fixtures.ts";
import { addListedUsers } from "./listed-users.ts";
import { translatePages } from "./translator.ts";

// Here, a page changes after a browser has translated it. `bareTexts` checks the positions of texts on each
// page in each state (appearances.ts), and the journeys run translated, too (playwright.config.ts).

test.use({
  expectedErrors: [
    /ERR_INTERNET_DISCONNECTED|Failed to fetch|Error loading route module|status of (400|503)/,
  ],
});

test("a form keeps its values while the connection is lost and returns, and while it is refused and sent", async ({
  page,
  context,
  signIn,
  open,
  t,
}) => {
  await translatePages(page);
  await signIn({ role: "admin" });
  await open("/manager/users/new");
  const email = page.getByRole("textbox", { name: t("user:fields.email") });
  const create = page.getByRole("button", { name: t("common:create"), exact: true });
  await expect(create.locator("font")).not.toHaveCount(0);
  await email.fill("not an address");
  const line = page.getByRole("alert");
  for (const offline of [true, false, true]) {
    await context.setOffline(offline);
    await expect(line.filter({ hasText: t("common:connection.offline") })).toBeVisible({ visible: offline });
  }
  await create.click();
  await expect(line.filter({ hasText: t("common:connection.notSent") })).toBeVisible();
  await page.getByRole("link", { name: t("manager:navigation.audit") }).click();
  await page.getByRole("button", { name: t("common:leave.leave") }).click();
  await expect(line.filter({ hasText: t("common:connection.notOpened") })).toBeVisible();
  await context.setOffline(false);
  await expect(email).toHaveValue("not an address");
  await page.route("**/users/new.data**", (route) => route.fulfill({ status: 503 }), { times: 1 });
  await create.click();
  await expect(line.filter({ hasText: t("common:connection.serverError") })).toBeVisible();

  const held = Promise.withResolvers<void>();
  await page.route("**/users/new.data**", async (route) => {
    await held.promise;
    await route.continue();
  });
  await create.click();
  const pending = page.getByRole("main").getByRole("img", { name: t("common:loading") });
  await expect(pending).toBeVisible();
  held.resolve();
  await expect(page.getByText(t("refused:emailInvalid"))).toBeVisible();
  await expect(pending).toBeHidden();
  await expect(email).toHaveValue("not an address");
  await email.fill(`${crypto.randomUUID()}@example.com`);
  await create.click();
  await expect(page.getByText(t("user:success.created")).first()).toBeVisible();
});

test("dialogs, menus, lists, the palette, the calendar, the theme and the language still work", async ({
  page,
  context,
  site,
  signIn,
  open,
  t,
}) => {
  await translatePages(page);
  await context.addCookies([{ name: LANGUAGE_COOKIE, value: "en", url: site.url }]);
  await signIn({ role: "admin" });
  await addListedUsers(site);
  await open("/manager/users");
  const rows = page.locator("tbody").getByRole("row");
  await page.getByRole("link", { name: t("common:loadMore") }).click();
  await expect(rows).toHaveCount(40);
  await page
    .getByRole("columnheader", { name: t("user:fields.email") })
    .getByRole("link")
    .click();
  await page.getByRole("searchbox").fill("user@user");
  await expect(rows).toHaveCount(1);
  await rows.first().getByRole("link").first().click();

  await openMore(page, t);
  await page
    .getByRole("link", { name: t("delete") })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await dialog.getByText(t("common:cancel")).click();
  await expect(dialog).toBeHidden();

  await page.keyboard.press("ControlOrMeta+k");
  const palette = page.getByRole("dialog", { name: t("manager:palette.title") });
  for (const term of ["acc", "zzzzqq", "user@", ""]) {
    await palette.getByRole("combobox").fill(term);
    await expect(palette.getByText(t("common:loading"))).toBeHidden();
  }
  await palette
    .getByRole("option")
    .filter({ hasText: t("common:account") })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1, name: t("common:account") })).toBeVisible();

  await page.getByRole("radio", { name: t("theme:dark") }).check();
  await page.getByRole("radio", { name: "Français" }).check();
  const fr = textsIn("fr");
  await expect(page.getByRole("heading", { level: 1, name: fr("common:account") })).toBeVisible();
  await page.getByRole("link", { name: fr("account:changeName.open") }).click();
  await page.getByRole("textbox", { name: fr("user:fields.name") }).fill("Traduite");
  await page.getByRole("button", { name: fr("account:changeName.submit") }).click();
  await expect(page.getByText(fr("account:changeName.done")).first()).toBeVisible();
});

test("a page that is translated before its script runs shows its own texts, and works", async ({
  page,
  signIn,
  t,
}) => {
  await translatePages(page, { early: true });
  await signIn();
  const release = await holdScripts(page);
  await page.goto("/app/account?state=change-name", { waitUntil: "commit" });
  await expect(page.locator("h1 font").first()).toBeVisible();
  release();
  await hydrated(page);
  await page.getByRole("textbox", { name: t("user:fields.name") }).fill("Übersetzt");
  await page.getByRole("button", { name: t("account:changeName.submit") }).click();
  await expect(page.getByText("Übersetzt").first()).toBeVisible();
  await expect(page.locator("body")).not.toContainText(/\b[a-z]+:[a-z]+\.[a-z]/);
});
