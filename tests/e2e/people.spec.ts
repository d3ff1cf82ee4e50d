import { auditLog } from "#app/schema.ts";
import { addSession, addUser, impersonate } from "#tests/support/people.ts";
import { lastCode } from "#tests/support/visitor.ts";
import { expect, openMore, test } from "./fixtures.ts";
import { applyFilters, openFilters } from "./list-controls.ts";

test.use({ expectedErrors: [/status of (400|403)/] });

test("a filter keeps the focus in its field, and its removal link moves the focus to the heading", async ({
  page,
  site,
  signIn,
  open,
  t,
}) => {
  const { id, email } = await signIn({ role: "admin" });
  await site.db
    .insert(auditLog)
    .values({ at: Date.now(), requestId: "1", actorId: id, actorLabel: email, action: "user.export" });
  await open("/manager/audit");
  const heading = page.getByRole("heading", { level: 1, name: t("manager:navigation.audit") });
  const person = page.getByRole("textbox", { name: t("audit:person") });
  await person.fill(id);
  await person.press("Enter");
  await expect(person).toHaveValue(email);
  await expect(person).toBeFocused();
  await page.goBack();
  await expect(person).toHaveValue("");
  await expect(person).toBeFocused();
  await page.getByRole("cell").getByRole("link", { name: email }).first().press("Enter");
  await expect(person).toHaveValue(email);
  await expect(heading).toBeFocused();

  await open("/manager/users");
  await openFilters(page, t);
  const from = page.getByLabel(t("user:list.createdFrom"));
  await from.fill("2020-05-17");
  await from.press("Enter");
  await expect(page).toHaveURL(/from=2020-05-17/);
  await expect(from).toBeFocused();
  await page.goBack();
  await expect(from).toHaveValue("");
});

const JOURNEYS = [
  { name: "with script", options: {}, script: true },
  { name: "without script", options: { javaScriptEnabled: false }, script: false },
  {
    name: "in Arabic on a phone",
    options: { language: "ar", locale: "ar", viewport: { width: 390, height: 844 } },
    script: true,
  },
] as const;

for (const { name, options, script } of JOURNEYS) {
  test.describe(name, () => {
    test.use({ ...options, expectedErrors: [/status of (400|403)/] });

    test("a manager bans a user until a day, the user reads why at sign-in, and the manager lifts the ban", async ({
      page,
      site,
      signIn,
      open,
      pickDay,
      t,
      browser,
    }) => {
      const person = await addUser(site, { name: "Mallory" });
      await addSession(site, person);
      await signIn({ role: "admin" });
      await open(`/manager/users/${person.id}`);
      await openMore(page, t);
      await page.getByRole("link", { name: t("user:ban.open"), exact: true }).click();
      await expect(page.getByRole("heading", { level: 1, name: t("user:ban.title") })).toBeVisible();
      await page.getByRole("button", { name: t("user:ban.submit"), exact: true }).click();
      await expect(page.getByText(t("user:errors.reasonRequired"))).toBeVisible();
      await page.getByRole("textbox", { name: t("user:ban.reason") }).fill("Spam");
      await pickDay(t("user:ban.end"));
      await page.getByRole("button", { name: t("user:ban.submit"), exact: true }).click();
      await expect(page.getByText(t("user:success.banned"), { exact: true })).toBeVisible();
      await expect(page.getByText(t("user:ban.because", { reason: "Spam" }))).toBeVisible();
      await expect(page.getByText(t("session:list.empty"))).toBeVisible();

      const other = await browser.newContext({ ...options, baseURL: site.url });
      const theirs = await other.newPage();
      await theirs.goto("/login");
      await theirs.getByRole("textbox", { name: t("login:email") }).fill(person.email);
      await theirs.getByRole("main").getByRole("button").click();
      await theirs.waitForURL(/verify/);
      await theirs.getByRole("textbox", { name: t("proof:code") }).fill(await lastCode(site, person.email));
      if (!script) await theirs.getByRole("button", { name: t("auth:verify.submit") }).click();
      await expect(theirs.getByRole("heading", { name: t("auth:banned.title") })).toBeVisible();
      await expect(theirs.getByText(t("auth:banned.because", { reason: "Spam" }))).toBeVisible();
      await other.close();

      await openMore(page, t);
      await page.getByRole("button", { name: t("user:ban.lift") }).click();
      await expect(page.getByText(t("user:success.unbanned"), { exact: true })).toBeVisible();
      await expect(page.getByText(t("user:ban.because", { reason: "Spam" }))).toBeHidden();

      await page.getByRole("link", { name: t("audit:ofUser") }).click();
      for (const action of ["user.ban", "user.unban", "request.refused"] as const) {
        await expect(
          page
            .getByRole("cell")
            .getByText(t(`audit:actions.${action}`))
            .first(),
        ).toBeVisible();
      }
      await openFilters(page, t);
      await page.getByRole("combobox", { name: t("audit:action") }).selectOption("user.unban");
      if (!script) await applyFilters(page, t);
      const entries = page.getByRole("row").filter({ has: page.getByRole("cell") });
      await expect(entries).toHaveCount(1);
      await expect(entries.locator("summary")).toHaveAccessibleName(
        `${t("audit:details")} ${t("audit:actions.user.unban")} ${person.email}`,
      );
      const [row, summary] = [await entries.boundingBox(), await entries.locator("summary").boundingBox()];
      expect(summary?.y, "within its row").toBeGreaterThanOrEqual(row?.y ?? Infinity);
      // The settings apply immediately, and the panel stays open, above the list on a phone.
      if (script) await page.keyboard.press("Escape");
      await page.getByRole("link", { name: `${t("manager:list.removeFilter")} ${person.email}` }).click();
      await expect(page.getByRole("textbox", { name: t("audit:person") })).toHaveValue("");
    });

    test("a manager impersonates a user, sees the banner on each page, and stops", async ({
      page,
      site,
      signIn,
      open,
      t,
    }) => {
      const person = await addUser(site, { name: "Nadia" });
      await signIn({ role: "admin" });
      await open(`/manager/users/${person.id}`);
      await openMore(page, t);
      await page.getByRole("link", { name: t("common:impersonation.open") }).click();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: t("user:impersonate.submit") })
        .click();
      const banner = page.getByText(t("common:impersonation.banner", { user: "Nadia" }));
      await expect(banner).toBeVisible();
      await expect(page.getByRole("link", { name: t("app:welcome.goToManager") })).toBeHidden();
      await page.getByRole("link", { name: t("common:account") }).click();
      await expect(page.getByRole("heading", { level: 1, name: t("common:account") })).toBeVisible();
      await expect(banner).toBeVisible();
      await open("/manager/audit");
      await expect(page.getByRole("heading", { name: t("error:403") })).toBeVisible();
      await expect(page.getByText(t("error:accessDenied"))).toBeVisible();
      await expect(banner).toBeVisible();
      await page.getByRole("button", { name: t("common:impersonation.stop") }).click();
      await expect(page.getByRole("heading", { level: 1, name: "Nadia" })).toBeVisible();
      await expect(banner).toBeHidden();
    });
  });
}

test("values in one tab stay when the form is sent while another tab impersonates the user", async ({
  page,
  site,
  signIn,
  open,
  t,
}) => {
  const admin = await signIn({ role: "admin" });
  const person = await addUser(site);
  await open("/manager/users/new");
  const address = page.getByRole("textbox", { name: t("user:fields.email") });
  await address.fill("typed@example.com");
  await impersonate(site, admin, person);
  await address.press("Enter");
  await expect(page.getByText(t("code:NOT_WHILE_IMPERSONATING"), { exact: true })).toBeVisible();
  await impersonate(site, admin, null);
  await address.press("Enter");
  await expect(page.getByText(t("user:success.created"), { exact: true })).toBeVisible();
});
