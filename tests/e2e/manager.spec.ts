import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { genres } from "#app/db/schema.ts";
import { addSession, addUser, findUser } from "#tests/support/people.ts";
import { expect, hydrated, test } from "./fixtures.ts";

const JOURNEYS = [
  { name: "with script", options: {} },
  { name: "without script", options: { javaScriptEnabled: false } },
  {
    name: "in Arabic on a phone",
    options: { language: "ar", locale: "ar", viewport: { width: 390, height: 844 } },
  },
] as const;

for (const { name, options } of JOURNEYS) {
  test.describe(name, () => {
    test.use({ ...options, expectedErrors: [/status of (400|404|409)/] });

    test("a manager adds a book, finds it, changes it and deletes it", async ({ page, signIn, t, site }, {
      workerIndex,
    }) => {
      const title = `Omeros ${name} ${workerIndex}`;
      await signIn({ role: "admin" });
      await page.goto("/manager/books");
      await page.getByRole("link", { name: t("book:manager.new") }).click();
      await page.getByRole("textbox", { name: t("book:author") }).fill("Derek Walcott");
      await page.getByRole("button", { name: t("book:manager.create") }).click();
      await expect(page.getByText(t("book:errors.titleRequired"))).toBeVisible();
      await expect(page.getByRole("textbox", { name: t("book:author") })).toHaveValue("Derek Walcott");

      const [genre] = await site.db.select().from(genres);
      await page.getByRole("textbox", { name: t("book:title") }).fill(title);
      await page
        .getByRole("combobox", { name: t("book:genre") })
        .selectOption({ label: genre?.name as string });
      await page.getByRole("button", { name: t("book:manager.create") }).click();
      await expect(page.getByText(t("book:success.created"), { exact: true })).toBeVisible();
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();

      await page.getByRole("link", { name: t("book:manager.edit") }).click();
      await page.getByRole("textbox", { name: t("book:publisher") }).fill("Faber and Faber");
      await page.getByRole("button", { name: t("book:manager.save") }).click();
      await expect(page.getByText("Faber and Faber")).toBeVisible();

      await page.getByRole("link", { name: t("book:allBooks") }).click();
      const search = page.getByRole("searchbox", { name: t("common:search") });
      await search.fill(title.toUpperCase());
      if (name === "without script") await search.press("Enter");
      await expect(
        page.getByText(t("common:list.results", { count: 1, term: title.toUpperCase() })),
      ).toBeVisible();
      await page.getByRole("main").getByRole("listitem").getByRole("link", { name: title }).click();

      await page.getByRole("link", { name: t("book:manager.delete") }).click();
      const dialog = page.getByRole("dialog", { name: t("book:manager.confirmDelete") });
      await expect(dialog).toBeVisible();
      await dialog.getByRole("link", { name: t("common:cancel") }).click();
      await expect(dialog).toBeHidden();
      await page.getByRole("link", { name: t("book:manager.delete") }).click();
      await dialog.getByRole("button", { name: t("book:manager.delete") }).click();
      await expect(page.getByText(t("book:success.deleted"), { exact: true })).toBeVisible();
    });

    test("a manager adds a genre and deletes it", async ({ page, signIn, t }, { workerIndex }) => {
      const genre = `Epics ${name} ${workerIndex}`;
      await signIn({ role: "admin" });
      await page.goto("/manager/genres/new");
      await page.getByRole("textbox", { name: t("genre:name") }).fill(genre);
      await page.getByRole("button", { name: t("genre:manager.create") }).click();
      await expect(page.getByText(t("genre:success.created"), { exact: true })).toBeVisible();
      await page.getByRole("link", { name: genre }).click();
      await page.getByRole("link", { name: t("genre:manager.delete") }).click();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: t("genre:manager.delete") })
        .click();
      await expect(page.getByText(t("genre:success.deleted"), { exact: true })).toBeVisible();
      await expect(page.getByRole("link", { name: genre })).toBeHidden();
    });

    test("a manager adds a user, makes them an administrator, ends their sessions and deletes them", async ({
      page,
      site,
      signIn,
      t,
    }, { workerIndex }) => {
      const email = `added-${name.replaceAll(" ", "-")}-${workerIndex}@example.com`.toLowerCase();
      await signIn({ role: "admin" });
      await page.goto("/manager/users");
      await page.getByRole("link", { name: t("user:manager.new") }).click();
      await page.getByRole("textbox", { name: t("user:name") }).fill("Grace Hopper");
      await page.getByRole("button", { name: t("user:manager.create") }).click();
      await expect(page.getByText(t("auth:errors.emailRequired"))).toBeVisible();
      await expect(page.getByRole("textbox", { name: t("user:name") })).toHaveValue("Grace Hopper");
      await page.getByRole("textbox", { name: t("user:email") }).fill(email);
      await page.getByRole("button", { name: t("user:manager.create") }).click();
      await expect(page.getByText(t("user:success.created"), { exact: true })).toBeVisible();
      await expect(page.getByText(t("session:list.empty"))).toBeVisible();
      await page.getByRole("link", { name: t("user:manager.edit") }).click();
      await page.getByRole("combobox", { name: t("user:role") }).selectOption("admin");
      await page.getByRole("button", { name: t("user:manager.save") }).click();
      await expect(page.getByText(t("user:success.updated"), { exact: true })).toBeVisible();
      await expect(page.getByRole("definition").filter({ hasText: t("user:roles.admin") })).toBeVisible();

      const user = await findUser(site, email);
      if (!user) throw new Error(`no user ${email}`);
      for (let n = 0; n < 6; n++) await addSession(site, user, { updatedAt: Date.now() - n * 1000 });
      await page.reload();
      const sessions = page.getByRole("main").getByRole("listitem");
      await expect(sessions).toHaveCount(5);
      await page.getByRole("link", { name: t("common:loadMore") }).click();
      await expect(sessions).toHaveCount(name === "without script" ? 1 : 6);
      await page
        .getByRole("button", { name: t("session:revoke"), exact: true })
        .first()
        .click();
      await expect(page.getByText(t("session:success.revoked"), { exact: true })).toBeVisible();
      await page.getByRole("button", { name: t("session:revokeAll"), exact: true }).click();
      await expect(page.getByText(t("session:success.revokedAll"), { exact: true })).toBeVisible();
      await expect(page.getByText(t("session:list.empty"))).toBeVisible();

      await page.getByRole("link", { name: t("user:manager.delete") }).click();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: t("user:manager.delete") })
        .click();
      await expect(page.getByText(t("user:success.deleted"), { exact: true })).toBeVisible();
    });
  });
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(`a phone ${javaScriptEnabled ? "with" : "without"} script`, () => {
    test.use({ viewport: { width: 390, height: 844 }, javaScriptEnabled });

    test("opens the menu, goes somewhere, and finds it closed there", async ({ page, signIn, t }) => {
      await signIn({ role: "admin" });
      await page.goto("/manager/dashboard");
      const users = page
        .getByRole("navigation", { name: t("common:navigation") })
        .getByRole("link", { name: t("manager:navigation.users"), exact: true });
      await expect(users).toBeHidden();
      await page.getByRole("button", { name: t("manager:menu"), exact: true }).click();
      await users.click();
      await expect(page.getByRole("heading", { level: 1, name: t("user:list.title") })).toBeVisible();
      await expect(users).toBeHidden();
    });
  });
}

/** Finds what axe finds, and what does not fit. */
async function check(page: Page, what: string) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
    what,
  ).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow, what).toBeLessThanOrEqual(0);
}

test("the confirmation holds the focus, closes on Escape, and gives the focus back", async ({
  page,
  signIn,
  t,
}) => {
  await signIn({ role: "admin" });
  await page.goto("/manager/books?searchTerm=dune");
  await hydrated(page);
  await page.getByRole("main").getByRole("listitem").getByRole("link").first().click();
  const opener = page.getByRole("link", { name: t("book:manager.delete") });
  await opener.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  for (let n = 0; n < 4; n++) {
    await page.keyboard.press("Tab");
    const held = await page.evaluate(() => {
      const { activeElement, body } = document;
      return activeElement === body || activeElement?.closest("dialog") !== null;
    });
    expect(held).toBe(true);
  }
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  await expect(page).not.toHaveURL(/confirm/);
});

for (const { name, use } of [
  { name: "light", use: { colorScheme: "light", viewport: { width: 1280, height: 800 } } },
  { name: "dark, on a phone", use: { colorScheme: "dark", viewport: { width: 360, height: 740 } } },
  { name: "Arabic", use: { locale: "ar", language: "ar", viewport: { width: 360, height: 740 } } },
] as const) {
  test.describe(name, () => {
    test.use({ ...use, expectedErrors: [/status of (400|404|409)/] });

    test("the manager's pages have no fault that axe finds, and fit the screen", async ({
      page,
      site,
      signIn,
      t,
    }) => {
      await signIn({ role: "admin" });
      const [genre] = await site.db.select().from(genres);
      const person = await addUser(site);
      await addSession(site, person);
      const banned = await addUser(site, { bannedAt: 1, banReason: "A".repeat(200) });
      await page.goto("/manager/books");
      const book = await page
        .getByRole("main")
        .getByRole("listitem")
        .first()
        .getByRole("link")
        .getAttribute("href");
      for (const path of [
        "/manager/dashboard",
        "/manager/books",
        "/manager/books?searchTerm=the",
        "/manager/books?searchTerm=zzzz",
        "/manager/books/new",
        book as string,
        `${book}?confirm=delete`,
        `${book}/update`,
        "/manager/account",
        "/manager/audit",
        "/manager/audit?person=nobody",
        "/manager/users",
        "/manager/users/new",
        `/manager/users/${person.id}`,
        `/manager/users/${person.id}?confirm=delete`,
        `/manager/users/${person.id}?confirm=impersonate`,
        `/manager/users/${person.id}/ban`,
        `/manager/users/${banned.id}`,
        `/manager/users/${person.id}/update`,
        "/manager/genres",
        "/manager/genres/new",
        `/manager/genres/${genre?.id}/update`,
        `/manager/genres/${genre?.id}/update?confirm=delete`,
      ]) {
        await page.goto(path);
        await hydrated(page);
        await check(page, path);
      }

      await page.goto(`/manager/users/${person.id}/ban`);
      await hydrated(page);
      await page.getByRole("button", { name: new RegExp(t("common:date.pick")) }).click();
      const calendar = page.getByRole("dialog", { name: t("common:date.pick") });
      await expect(calendar.getByRole("grid")).toBeVisible();
      await check(page, "the calendar");
      await page.keyboard.press("Escape");
      await page.getByRole("textbox", { name: t("user:ban.reason") }).fill("Half a reas");
      await page.getByRole("link", { name: t("common:cancel") }).click();
      await expect(page.getByRole("dialog", { name: t("common:leave.title") })).toBeVisible();
      await check(page, "the question before leaving");
    });
  });
}
