import { users } from "#app/schema.ts";
import { addUser } from "#tests/support/people.ts";
import { announcements } from "./announcements.ts";
import { expect, hydrated, test } from "./fixtures.ts";

test("each search and filter, and each further page, is announced once", async ({
  page,
  site,
  signIn,
  t,
}) => {
  await signIn({ role: "admin" });
  for (let count = await site.db.$count(users); count < 25; count++) {
    await addUser(site, { email: `heard-${count}@example.com`, name: null });
  }
  await page.goto("/manager/users");
  await hydrated(page);
  const said = await announcements(page);
  const total = await site.db.$count(users);
  await page.getByRole("link", { name: t("common:loadMore") }).click();
  const shown = Math.min(total, 40);
  await expect.poll(said).toEqual([t("common:list.showing", { shown, total })]);
  await page.getByRole("searchbox").fill("heard-nobody");
  await expect.poll(said).toContain(t("common:noResults"));
  await page.getByRole("searchbox").fill("admin@admin.com");
  await expect
    .poll(said)
    .toEqual([
      t("common:list.showing", { shown, total }),
      t("common:noResults"),
      t("common:list.results", { count: 1, term: "admin@admin.com" }),
    ]);

  await page.goto("/manager/audit");
  await hydrated(page);
  const saidOfTheLog = await announcements(page);
  await page.getByRole("textbox", { name: t("audit:person") }).fill("heard-0@example.com");
  await page.getByRole("textbox", { name: t("audit:person") }).press("Enter");
  await expect.poll(saidOfTheLog).toEqual([t("common:noResults")]);

  await page.goto("/api/docs");
  await hydrated(page);
  const saidOfTheApi = await announcements(page);
  await page.getByRole("searchbox").fill("ban");
  await expect.poll(async () => (await saidOfTheApi()).length).toBe(1);
  const count = await page.locator("main section > ul > li").count();
  expect(await saidOfTheApi()).toEqual([t("common:list.results", { count, term: "ban" })]);
});
