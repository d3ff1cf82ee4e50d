import { notMeUrl } from "#app/identity/notice/not-me-link.server.ts";
import { emailChanges, notices, socialAccounts } from "#app/schema.ts";
import { addAccessToken } from "#tests/support/api-tokens.ts";
import { addSession, addUser } from "#tests/support/people.ts";
import { addSecondStep, codeOf } from "#tests/support/second-steps.ts";
import { lastLink, Visitor } from "#tests/support/visitor.ts";
import { check, checkRefused, checkShown, inEveryAppearance } from "./appearances.ts";
import { expect, test } from "./fixtures.ts";

inEveryAppearance((language) => {
  test("the pages of the second step are accessible", async ({ page, site, signIn, t }) => {
    const visitor = new Visitor(site);
    const owner = await addUser(site);
    const { secret } = await addSecondStep(site, owner.id);
    const { verifyPath, code } = await visitor.askForCode(owner.email);
    await visitor.confirm(verifyPath, code);
    const value = visitor.cookies.get("second-step") ?? "";
    await page.context().addCookies([{ name: "second-step", value, url: site.url }]);
    await checkRefused(page, "/login/second-step", language);
    await check(page, "/login/second-step?with=recovery-code", language);

    await signIn();
    await check(page, "/account/second-step", language);
    await page.getByRole("button", { name: t("factor:begin.submit") }).click();
    await expect(page.getByRole("img", { name: t("factor:setup.qr") })).toBeVisible();
    await checkShown(page, "the secret of a second step", language);

    const [name = "", session = ""] = (await addSession(site, owner)).cookie.split("=");
    await page.context().addCookies([{ name, value: session, url: site.url }]);
    await checkRefused(page, "/account/second-step", language);
    await page.getByRole("textbox").first().fill(codeOf(secret));
    await page.getByRole("button", { name: t("factor:on.renew") }).click();
    await expect(page.getByRole("heading", { name: t("factor:codes.title") })).toBeVisible();
    await checkShown(page, "recovery codes", language);
  });

  test("a visitor's pages are accessible", async ({ page, site }) => {
    for (const path of [
      "/login",
      "/login/verify?email=a.very.long.address.indeed%40a-long-domain.example.com",
    ]) {
      await check(page, path, language);
      await page.locator("main form button").first().click();
      await expect(page.getByRole("alert").first()).toBeVisible();
      await checkShown(page, `${path}, refused`, language);
    }
    await new Visitor(site).askForCode("link@example.com");
    await check(page, await lastLink(site, "link@example.com"), language);
    for (const error of ["access_denied", "signup_disabled", "unknown_error"]) {
      await check(page, `/login/error?error=${error}`, language);
    }
    await check(page, "/api/docs", language);
    await page.locator("details summary").nth(2).click();
    await checkShown(page, "/api/docs, an operation", language);
    await check(page, "/nowhere", language);
  });

  test("the page of a notice's link is accessible before and after its button is clicked, and with an invalid link", async ({
    page,
    site,
    t,
  }) => {
    const now = Date.now();
    const { id: userId, email } = await addUser(site);
    const oldEmail = `a.very.long.address.indeed.${language}@a-long-domain.example.com`;
    const change = { id: crypto.randomUUID(), userId, oldEmail, newEmail: email, createdAt: now, dueAt: now };
    await site.db.insert(emailChanges).values({ ...change, doneAt: now });
    const notice = { userId, email: oldEmail, about: "emailChanged", language, createdAt: now };
    const details = JSON.stringify({ changeId: change.id });
    const id = crypto.randomUUID();
    await site.db.insert(notices).values({ id, ...notice, details });
    await check(page, await notMeUrl(site.settings, site.url, id), language);
    await page.locator("main form button").click();
    await expect(page.getByRole("link", { name: t("account:notMe.signIn") })).toBeVisible();
    await checkShown(page, "/not-me, done", language);
    await check(page, "/not-me", language);
  });

  test("a newcomer's page is accessible", async ({ page, signIn }) => {
    await signIn({ onboardedAt: null, name: null });
    await check(page, "/onboarding", language);
    await page.locator("main form button").first().click();
    await expect(page.getByRole("alert").first()).toBeVisible();
    await checkShown(page, "/onboarding, refused", language);
  });

  test("a reader's pages are accessible", async ({ page, site, signIn, open, t }) => {
    const reader = await signIn();
    await addSession(site, reader);
    const linked = { userId: reader.id, provider: "github", providerUserId: reader.id };
    await site.db.insert(socialAccounts).values(linked);
    await addAccessToken(site, reader.id, { name: "A".repeat(100), scopes: ["read", "write"] });
    await addAccessToken(site, reader.id, { expiresAt: 1, lastUsedAt: 1 });
    for (const path of [
      "/app",
      "/app/nowhere",
      "/app/account",
      "/app/account?state=change-name",
      "/app/account?state=change-email",
      "/app/account?unlink=github",
      "/account/delete",
      "/account/tokens?confirm=revoke-tokens",
      "/manager",
      "/sign-out",
    ]) {
      await check(page, path, language);
    }

    await checkRefused(page, "/account/tokens", language);
    await page.getByRole("textbox", { name: t("token:name"), exact: true }).fill("CI");
    await page.getByRole("button", { name: t("token:create") }).click();
    await expect(page.getByRole("textbox", { name: t("token:made.label") })).toBeVisible();
    await checkShown(page, "a new token", language);

    await open("/app/account?state=change-email");
    await page.getByRole("textbox", { name: t("account:changeEmail.new") }).fill(`new-${reader.email}`);
    await page.getByRole("button", { name: t("account:changeEmail.submit") }).click();
    await expect(page.getByRole("dialog", { name: t("account:changeEmail.title") })).toBeVisible();
    await checkShown(page, "the question for the code", language);

    await open("/app/account?state=change-name");
    await page.getByRole("button", { name: t("account:changeName.submit") }).click();
    // A toast stays while it has the focus.
    await page.getByRole("button", { name: t("common:toast.close") }).focus();
    await checkShown(page, "a toast", language);
  });

  test("an administrator's pages are accessible", async ({ page, site, signIn, open, t }) => {
    const self = await signIn({ role: "admin" });
    const person = await addUser(site, { name: null });
    await addSession(site, person);
    await addAccessToken(site, person.id, { name: "A".repeat(100), scopes: ["read", "write", "manage"] });
    const banned = await addUser(site, { bannedAt: 1, banReason: "A".repeat(200), banExpiresAt: 9e12 });
    for (const path of [
      "/manager/dashboard",
      "/manager/users",
      "/manager/users?searchTerm=zzz",
      "/manager/users?from=2026-02-02&to=2026-02-01",
      `/manager/users/${person.id}`,
      `/manager/users/${person.id}?confirm=delete`,
      `/manager/users/${person.id}?confirm=impersonate`,
      `/manager/users/${banned.id}`,
      `/manager/users/${person.id}/update`,
      `/manager/users/${self.id}/update`,
      "/manager/account",
      "/manager/audit",
      "/manager/jobs",
      "/manager/health",
      "/manager/audit?person=nobody",
      "/manager/nowhere",
    ]) {
      await check(page, path, language);
    }
    await checkRefused(page, "/manager/users/new", language);
    const ban = `/manager/users/${person.id}/ban`;
    await checkRefused(page, ban, language);

    await open(ban);
    await page.getByRole("button", { name: new RegExp(t("common:date.pick")) }).click();
    await expect(page.getByRole("dialog", { name: t("common:date.pick") }).getByRole("grid")).toBeVisible();
    await checkShown(page, "the calendar", language);
    await page.keyboard.press("Escape");
    await page.getByRole("textbox", { name: t("user:ban.reason") }).fill("Half a reas");
    await page.getByRole("link", { name: t("common:cancel") }).click();
    await expect(page.getByRole("dialog", { name: t("common:leave.title") })).toBeVisible();
    await checkShown(page, "the question before leaving", language);

    await page.setViewportSize({ width: 360, height: 800 });
    await open("/manager/users");
    await page.getByRole("button", { name: t("manager:menu"), exact: true }).click();
    await expect(page.getByRole("dialog", { name: t("manager:menu") })).toBeVisible();
    await checkShown(page, "the menu", language);
  });
});
