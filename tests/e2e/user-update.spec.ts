import { eq } from "drizzle-orm";
import { users } from "#app/schema.ts";
import { addSession, addUser, findUser } from "#tests/support/people.ts";
import { JOURNEY_VARIANTS } from "./appearances.ts";
import { expect, test } from "./fixtures.ts";

for (const { name, options } of JOURNEY_VARIANTS) {
  const script = name !== "without script";

  test.describe(name, () => {
    test.use({ ...options, expectedErrors: [/status of (400|409)/] });

    test("a manager corrects a name, moves a user to another address and makes them an administrator", async ({
      page,
      site,
      signIn,
      open,
      t,
    }, { workerIndex }) => {
      const slug = `${name.replaceAll(" ", "-")}-${workerIndex}`.toLowerCase();
      const [email, newEmail] = [`moves-${slug}@example.com`, `moved-${slug}@example.com`];
      const person = await addUser(site, { email, name: "Grase" });
      await addSession(site, person);
      await signIn({ role: "admin" });
      await open(`/manager/users/${person.id}`);
      await page.getByRole("link", { name: t("common:edit") }).click();
      const nameField = page.getByRole("textbox", { name: t("user:fields.name"), exact: true });
      const emailField = page.getByRole("textbox", { name: t("user:fields.email"), exact: true });
      const roleField = page.getByRole("combobox", { name: t("user:fields.role"), exact: true });
      const saved = page.getByText(t("user:success.updated"), { exact: true });

      // A refused form keeps its values. With script, the other forms also keep theirs.
      await nameField.fill("Grace");
      await emailField.fill("nobody@");
      await page.getByRole("button", { name: t("user:update.email") }).click();
      await expect(page.getByText(t("refused:emailInvalid"))).toBeVisible();
      await expect(emailField).toHaveValue("nobody@");
      await expect(emailField).toHaveAccessibleDescription(
        `${t("refused:emailInvalid")} ${t("user:update.emailHint")}`,
      );
      await expect(nameField).toHaveValue(script ? "Grace" : "Grase");

      await nameField.fill("Grace");
      await page.getByRole("button", { name: t("user:update.name") }).click();
      await expect(saved).toBeVisible();
      await expect(page.getByRole("main").getByText("Grace", { exact: true })).toBeVisible();
      await expect(emailField).toHaveValue(script ? "nobody@" : email);

      await emailField.fill(newEmail);
      await page.getByRole("button", { name: t("user:update.email") }).click();
      await expect.poll(async () => (await findUser(site, newEmail))?.name).toBe("Grace");
      await expect(emailField).toHaveValue(newEmail);

      // In the meantime, somebody else has also made the user an administrator. The page has no form for an
      // administrator's address.
      await expect(roleField).toHaveValue("user");
      await site.db.update(users).set({ role: "admin" }).where(eq(users.id, person.id));
      await roleField.selectOption("admin");
      await page.getByRole("button", { name: t("user:update.role") }).click();
      await expect(page.getByText(t("user:update.emailOfManager"))).toBeVisible();
      await expect(emailField).toBeHidden();

      await page.getByRole("link", { name: t("common:back") }).click();
      const facts = page.getByRole("definition");
      await expect(facts.getByText(newEmail)).toBeVisible();
      await expect(facts.getByText(t("user:roles.admin"))).toBeVisible();
      await expect(page.getByText(t("session:list.empty"))).toBeVisible();
    });

    test("a role that somebody else has changed is shown, and a second try changes it", async ({
      page,
      site,
      signIn,
      open,
      t,
    }) => {
      const person = await addUser(site);
      await signIn({ role: "admin" });
      await open(`/manager/users/${person.id}/update`);
      const question = page.getByRole("dialog");
      const change = question.getByRole("button", { name: t("user:update.role") });
      await page.getByRole("combobox", { name: t("user:fields.role") }).selectOption("admin");
      await page.getByRole("button", { name: t("user:update.role") }).click();
      await expect(question).toContainText(
        t("user:setRole.description", { role: t("user:roles.admin"), current: t("user:roles.user") }),
      );
      // The role exists only in a later version.
      await site.d1
        .prepare("UPDATE users SET role = 'of-a-later-version' WHERE id = ?")
        .bind(person.id)
        .run();
      await change.click();
      const refusal = page.getByText(t("user:errors.roleChanged", { role: t("user:unknownRole") }));
      await expect(refusal).toBeVisible();
      await expect(page.getByRole("combobox", { name: t("user:fields.role") })).toHaveValue("admin");
      // The confirmation has a button of the same name.
      await expect(question).toBeHidden();
      await page.getByRole("button", { name: t("user:update.role") }).click();
      await change.click();
      const changed = t("user:success.roleChanged", { role: t("user:roles.admin") });
      await expect(page.getByText(changed, { exact: true })).toBeVisible();
      expect((await findUser(site, person.email))?.role).toBe("admin");
    });

    test("a name that somebody else has changed is shown next to the manager's own, to keep either", async ({
      page,
      site,
      signIn,
      open,
      t,
    }) => {
      const person = await addUser(site, { name: "Ada" });
      await signIn({ role: "admin" });
      await open(`/manager/users/${person.id}/update`);
      const nameField = page.getByRole("textbox", { name: t("user:fields.name"), exact: true });
      const save = page.getByRole("button", { name: t("user:update.name") });
      const comparison = page.getByRole("region", { name: t("common:changedMeanwhile.title") });
      const rename = (name: string) =>
        site.db.update(users).set({ name }).where(eq(users.id, person.id)).returning();

      await rename("Grace");
      await nameField.fill("Katherine");
      await save.click();
      await expect(comparison).toContainText("Grace");
      await expect(comparison).toContainText("Katherine");
      await expect(nameField).toHaveValue("Katherine");
      if (script) await expect(comparison).toBeFocused();
      await comparison.getByRole("link", { name: t("common:changedMeanwhile.take") }).click();
      await expect(nameField).toHaveValue("Grace");
      await expect(comparison).toBeHidden();

      await rename("Dorothy");
      await nameField.fill("Katherine");
      await save.click();
      await expect(comparison).toContainText("Dorothy");
      await save.click();
      await expect(page.getByText(t("user:success.updated"), { exact: true })).toBeVisible();
      expect((await findUser(site, person.email))?.name).toBe("Katherine");
    });
  });
}

test("leaving asks about unsaved changes in one form, not about saved ones in another", async ({
  page,
  site,
  signIn,
  open,
  t,
}) => {
  const person = await addUser(site, { name: "Before" });
  await signIn({ role: "admin" });
  await open(`/manager/users/${person.id}/update`);
  await page.getByRole("textbox", { name: t("user:fields.name"), exact: true }).fill("After");
  await page.getByRole("textbox", { name: t("user:fields.email"), exact: true }).fill("half-an-addr");
  await page.getByRole("button", { name: t("user:update.name") }).click();
  await expect(page.getByText(t("user:success.updated"), { exact: true })).toBeVisible();
  const back = page.getByRole("link", { name: t("common:back") });
  await back.click();
  const question = page.getByRole("dialog", { name: t("common:leave.title") });
  await question.getByRole("button", { name: t("common:leave.stay") }).click();
  // Keys that are pressed while the dialog is still closing have no effect.
  await expect(question).toBeHidden();
  await page.getByRole("textbox", { name: t("user:fields.email"), exact: true }).fill(person.email);
  await back.click();
  await expect(page.getByRole("heading", { level: 1, name: "After" })).toBeVisible();
});
