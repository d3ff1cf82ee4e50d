import { expect, test } from "./fixtures.ts";

test("a manager shows more rows and fewer columns of a list, and resets both", async ({
  page,
  site,
  signIn,
  open,
  t,
}) => {
  await signIn({ role: "admin" });
  const word = `w${crypto.randomUUID()}`;
  await site.d1
    .prepare(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < 60)
       insert into users (id, email, name, name_key, created_at, updated_at)
       select ?1 || i, ?1 || i || '@example.com', ?1 || ' ' || i, ?1 || ' ' || i, 1, 1 from n`,
    )
    .bind(word)
    .run();
  const list = `/manager/users?searchTerm=${word}`;
  await open(list);
  const rows = page.locator("tbody").getByRole("row");
  const role = page.locator("tbody").getByText(t("user:roles.user"), { exact: true });
  const form = page.locator("form", { has: page.getByRole("group", { name: t("manager:view.rows") }) });
  await expect(rows).toHaveCount(20);
  await page.getByRole("link", { name: t("manager:view.open") }).click();
  await expect(form.getByRole("radio", { name: "20" })).toBeFocused();
  await form.getByRole("radio", { name: "50" }).check();
  await form.getByRole("checkbox", { name: t("user:fields.role") }).uncheck();
  await form.getByRole("button", { name: t("common:save") }).click();
  await expect(rows).toHaveCount(50);
  await expect(role).toHaveCount(0);
  await expect(form).toBeHidden();
  expect(new URL(page.url()).search).toBe(`?searchTerm=${word}`);

  await open(list);
  await expect(rows).toHaveCount(50);
  await page.getByRole("link", { name: t("manager:view.open") }).click();
  await expect(form.getByRole("radio", { name: "50" })).toBeChecked();
  await form.getByRole("link", { name: t("common:cancel") }).click();
  await expect(form).toBeHidden();
  await page.getByRole("link", { name: t("manager:view.open") }).click();
  await form.getByRole("radio", { name: "20" }).check();
  await form.getByRole("checkbox", { name: t("user:fields.role") }).check();
  await form.getByRole("button", { name: t("common:save") }).click();
  await expect(rows).toHaveCount(20);
  await expect(role.first()).toBeVisible();
  await site.d1.prepare("delete from users where id like ? || '%'").bind(word).run();
});
