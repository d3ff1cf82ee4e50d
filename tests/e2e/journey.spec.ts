import { eq } from "drizzle-orm";
import { LANGUAGE_KEYS, LANGUAGES } from "#app/core/i18n/languages.ts";
import { PRODUCT_NAME } from "#app/product.ts";
import { sessions, users } from "#app/schema.ts";
import { addUser } from "#tests/support/people.ts";
import { lastCode, lastLink, mailsTo, Visitor } from "#tests/support/visitor.ts";
import { expect, test } from "./fixtures.ts";

// Runs with script, without it, with Save-Data, translated by the browser, and in Arabic on a phone: see
// playwright.config.ts. If a page has a message twice, the first one is visible, and the second one is for
// screen readers.

// The browser reports a refused form, with status 400, as a resource that failed to load.
test.use({ expectedErrors: [/status of 40[01]/] });

test("a new reader signs in with a code from an email, enters their name, opens their account and signs out", async ({
  page,
  site,
  open,
  t,
  language,
}, { project }) => {
  const email = `${project.name.replace(/\W/g, "-")}@example.com`;

  await open("/");
  await expect(page).toHaveTitle(`${t("login:signInOrUp.title")} · ${PRODUCT_NAME}`);
  await expect(page.locator("html")).toHaveAttribute("dir", LANGUAGES[language].direction);
  const submit = page.getByRole("button", { name: t("login:signInOrUp.submit") });
  await submit.click();
  await expect(page.getByText(t("refused:emailRequired"))).toBeVisible();

  const address = page.getByRole("textbox", { name: t("login:email") });
  await address.fill("not an address");
  await submit.click();
  await expect(page.getByText(t("refused:emailInvalid"))).toBeVisible();
  await expect(address).toHaveValue("not an address");
  await expect(address).toHaveAccessibleDescription(t("refused:emailInvalid"));

  await address.fill(email);
  await submit.click();
  await expect(page.getByRole("heading", { name: t("auth:verify.title") })).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
  await expect(page.getByText(t("proof:expiry", { count: 5 }))).toBeVisible();

  const [mail] = await mailsTo(site, email);
  expect(mail?.html).toContain(`lang="${language}"`);
  const code = mail?.text.match(/\b\d{6}\b/)?.[0] as string;
  const field = page.getByRole("textbox", { name: t("proof:code") });
  const confirm = page.getByRole("button", { name: t("auth:verify.submit") });
  await expect(field).toBeFocused();
  await field.fill(code.replace(/^./, (digit) => String((Number(digit) + 1) % 10)));
  // With script, the form sends itself after six digits.
  if (project.name.includes("no")) await confirm.click();
  await expect(page.getByText(t("refused:codeWrong", { count: 4 }))).toBeVisible();
  await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await confirm.click();

  await expect(page.getByRole("heading", { name: t("onboarding:title"), exact: true })).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
  await page.getByRole("textbox", { name: t("onboarding:question") }).fill("Zainab");
  await page.getByRole("button", { name: t("onboarding:submit") }).click();
  await expect(
    page.getByText(t("onboarding:done", { name: "Zainab" }), { exact: true }).first(),
  ).toBeVisible();

  const navigation = page.getByRole("navigation", { name: t("common:navigation") });
  await navigation.getByRole("link", { name: t("common:account") }).click();
  await expect(page.getByRole("heading", { level: 1, name: t("common:account") })).toBeVisible();
  await expect(page.getByRole("status")).toBeHidden();
  await expect(page.getByRole("main").getByText(email)).toBeVisible();
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(1);

  await page
    .getByRole("main")
    .getByRole("link", { name: t("common:signOut") })
    .click();
  await expect(page.getByText(t("auth:signOut.description"))).toBeVisible();
  await page.getByRole("button", { name: t("auth:signOut.submit") }).click();
  await expect(page.getByRole("heading", { name: t("login:signInOrUp.title") })).toBeVisible();
  await page.goto("/app/account");
  await expect(page).toHaveURL(/\/login\?redirect=%2Fapp%2Faccount$/);
});

test("a reader requests a new code, sees a message, and the new code works", async ({ page, site, open, t }, {
  project,
}) => {
  const email = `resend-${project.name.replace(/\W/g, "-")}@example.com`;
  await open("/login?redirect=%2Fapp%2Faccount");
  await page.getByRole("textbox", { name: t("login:email") }).fill(email);
  await page.getByRole("button", { name: t("login:signInOrUp.submit") }).click();
  await page.getByRole("button", { name: t("proof:resend") }).click();
  await expect(page.getByText(t("proof:resent"), { exact: true }).first()).toBeVisible();
  const [newest, ...older] = await mailsTo(site, email);
  expect(older).toHaveLength(1);
  await page
    .getByRole("textbox", { name: t("proof:code") })
    .fill(newest?.text.match(/\b\d{6}\b/)?.[0] as string);
  if (project.name.includes("no")) await page.getByRole("button", { name: t("auth:verify.submit") }).click();
  await page.getByRole("textbox", { name: t("onboarding:question") }).fill("Ada");
  await page.getByRole("button", { name: t("onboarding:submit") }).click();
  await expect(page.getByRole("heading", { level: 1, name: t("common:account") })).toBeVisible();
  await expect(page.getByText(t("onboarding:done", { name: "Ada" }), { exact: true }).first()).toBeVisible();
});

test("the link in the email signs in once, after a click on its button", async ({ page, site, open, t }, {
  project,
}) => {
  const email = `link-${project.name.replace(/\W/g, "-")}@example.com`;
  await open("/login?redirect=%2Fapp%2Faccount");
  await page.getByRole("textbox", { name: t("login:email") }).fill(email);
  await page.getByRole("button", { name: t("login:signInOrUp.submit") }).click();
  await expect(page.getByRole("heading", { name: t("auth:verify.title") })).toBeVisible();
  const link = await lastLink(site, email);
  await open(link);
  await expect(page.getByText(email)).toBeVisible();
  await page.getByRole("button", { name: t("auth:link.submit") }).click();
  await expect(page.getByText(t("onboarding:loggedWith", { email }))).toBeVisible();
  await page.context().clearCookies();
  await page.goto(link);
  await expect(page.getByRole("heading", { name: t("auth:link.expired.title") })).toBeVisible();

  // The link is used in another browser while its page is open here.
  await new Visitor(site).askForCode(email);
  const other = await lastLink(site, email);
  await open(other);
  await new Visitor(site).post(other, {});
  await page.getByRole("button", { name: t("auth:link.submit") }).click();
  await expect(page.getByRole("heading", { name: t("auth:link.expired.title") })).toBeVisible();
  await page.getByRole("link", { name: t("auth:failure.retry") }).click();
  await expect(page.getByRole("heading", { name: t("login:signInOrUp.title") })).toBeVisible();
});

test("an hour after signing in, a ban asks for a code first, and is then carried out as entered", async ({
  page,
  site,
  open,
  signIn,
  t,
}, { project }) => {
  const admin = await signIn({
    role: "admin",
    email: `proof-${project.name.replace(/\W/g, "-")}@example.com`,
  });
  const person = await addUser(site);
  await site.db.update(sessions).set({ provenAt: 0 }).where(eq(sessions.userId, admin.id));
  await open(`/manager/users/${person.id}/ban`);
  const reason = "Sold “signed” copies\nthat were not";
  await page.getByRole("textbox", { name: t("user:ban.reason") }).fill(reason);
  await page.getByRole("button", { name: t("user:ban.submit") }).click();
  await expect(page.getByRole("heading", { name: t("proof:title") })).toBeVisible();
  await expect(page.getByText(t("code:SESSION_EXPIRED"))).toBeVisible();
  const field = page.getByRole("textbox", { name: t("proof:code") });
  const confirm = page.getByRole("button", { name: t("proof:submit") });
  await expect(field).toBeFocused();
  await field.fill("12");
  await confirm.click();
  await expect(field).toHaveAccessibleDescription(t("refused:codeLength"));
  await page.getByRole("button", { name: t("proof:resend") }).click();
  await expect(page.getByText(t("proof:resent"))).toBeVisible();
  await field.fill(await lastCode(site, admin.email));
  await confirm.click();
  await expect(page.getByText(t("user:success.banned"), { exact: true }).first()).toBeVisible();
  const [banned] = await site.db.select().from(users).where(eq(users.id, person.id));
  expect(banned?.banReason?.replaceAll("\r", "")).toBe(reason);
});

test("a form that is sent after the session has ended is finished, unchanged, after signing in again", async ({
  page,
  site,
  open,
  t,
}, { project }) => {
  const email = `ended-${project.name.replace(/\W/g, "-")}@example.com`;
  const admin = await addUser(site, { role: "admin", email });
  const person = await addUser(site);
  const withButton = project.name.includes("no");
  const field = page.getByRole("textbox", { name: t("proof:code") });
  const confirm = page.getByRole("button", { name: t("auth:verify.submit") });
  await open("/login");
  await page.getByRole("textbox", { name: t("login:email") }).fill(email);
  await page.getByRole("button", { name: t("login:signInOrUp.submit") }).click();
  await expect(field).toBeVisible(); // When this page is shown, the email has been sent.
  await field.fill(await lastCode(site, email));
  if (withButton) await confirm.click();
  await expect(page).toHaveURL(/\/manager\/dashboard$/);

  await open(`/manager/users/${person.id}/ban`);
  const reason = "Sold “signed” copies\nthat were not";
  await page.getByRole("textbox", { name: t("user:ban.reason") }).fill(reason);
  await site.db.delete(sessions).where(eq(sessions.userId, admin.id));
  await page.getByRole("button", { name: t("user:ban.submit") }).click();
  await expect(page.getByText(t("code:SESSION_EXPIRED"), { exact: true }).first()).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
  await field.fill(await lastCode(site, email));
  if (withButton) {
    await confirm.click();
    await expect(page.getByText(t("auth:continue.description"))).toBeVisible();
    await page.getByRole("button", { name: t("auth:continue.submit") }).click();
  }
  await expect(page.getByText(t("user:success.banned"), { exact: true }).first()).toBeVisible();
  const [banned] = await site.db.select().from(users).where(eq(users.id, person.id));
  expect(banned?.banReason?.replaceAll("\r", "")).toBe(reason);
});

test("a form that was sent without a session is shown, and does not send itself", async ({
  page,
  site,
  open,
  t,
}, { project }) => {
  const email = `out-${project.name.replace(/\W/g, "-")}@example.com`;
  await addUser(site, { email, name: "Ada Lovelace" });
  const signIn = async () => {
    await page.getByRole("textbox", { name: t("login:email") }).fill(email);
    await page.getByRole("button", { name: t("login:signInOrUp.submit") }).click();
    const field = page.getByRole("textbox", { name: t("proof:code") });
    await expect(field).toBeVisible(); // When this page is shown, the email has been sent.
    await field.fill(await lastCode(site, email));
    if (project.name.includes("no"))
      await page.getByRole("button", { name: t("auth:verify.submit") }).click();
  };
  await open("/login");
  await signIn();
  await expect(page).toHaveURL(/\/app$/);
  await open("/app/account?state=change-name");
  await page.context().clearCookies({ name: /session$/ });
  await page.getByRole("textbox", { name: t("user:fields.name") }).fill("Grace Hopper");
  await page.getByRole("button", { name: t("account:changeName.submit") }).click();
  await expect(page).toHaveURL(/\/login\?/);
  await signIn();
  await expect(page.getByRole("heading", { name: t("auth:continue.ask") })).toBeVisible();
  await expect(page.getByText("Grace Hopper")).toBeVisible();
  const stored = async () => (await site.db.select().from(users).where(eq(users.email, email)))[0]?.name;
  expect(await stored()).toBe("Ada Lovelace");
  await page.getByRole("button", { name: t("auth:continue.submit") }).click();
  await expect(page.getByText(t("account:changeName.done"), { exact: true }).first()).toBeVisible();
  expect(await stored()).toBe("Grace Hopper");
});

test("Back leads from the code to the address, and a language is one click away", async ({
  page,
  open,
  t,
  language,
}) => {
  await open("/login/verify?email=ada%40example.com&redirect=%2Fapp%2Faccount");
  await page.getByRole("link", { name: t("common:back") }).click();
  await expect(page).toHaveURL(/\/login\?redirect=%2Fapp%2Faccount&/);
  await expect(page.getByRole("textbox", { name: t("login:email") })).toHaveValue("ada@example.com");
  const other = LANGUAGE_KEYS.find((key) => key !== language);
  if (!other) return;
  const choice = page.getByRole("button", { name: LANGUAGES[other].name });
  await choice.click();
  await expect(choice).toHaveAttribute("aria-pressed", "true");
  await expect(page).toHaveURL(/redirect=%2Fapp%2Faccount/);
  await page.goto("/login");
  await expect(choice).toHaveAttribute("aria-pressed", "true");
});
