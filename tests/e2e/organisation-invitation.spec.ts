import { addLinkedInvitation, linkTo, someAddress } from "#tests/support/organisation-invitations.ts";
import { addOrganisation } from "#tests/support/organisations.ts";
import { addSession, addUser } from "#tests/support/people.ts";
import { lastCode, lastLink } from "#tests/support/visitor.ts";
import type { TestWorker } from "#tests/support/worker.ts";
import { JOURNEY_VARIANTS } from "./appearances.ts";
import { expect, test } from "./fixtures.ts";

// Everything that can happen to an invitation, except that somebody without an account accepts it.
// organisation-journey.spec.ts tests that.

/** The status of the page of an invitation that can no longer be accepted. */
const ENDED = [/status of 404/];

/** An organisation, and an open invitation to it. */
async function invited(site: TestWorker, email: string, given: { expiresAt?: number } = {}) {
  const owner = await addUser(site, { name: "Virginia Woolf" });
  const name = `Hogarth Press ${crypto.randomUUID().slice(0, 8)}`;
  const organisation = await addOrganisation(site, owner.id, { name });
  const invitation = { organisationId: organisation.id, userId: owner.id, email, ...given };
  return { ...organisation, owner, email, ...(await addLinkedInvitation(site, invitation)) };
}

for (const { name, options } of JOURNEY_VARIANTS) {
  test.describe(name, () => {
    test.use(options);

    test("a user who is signed in under another account switches to theirs and returns to the invitation", async ({
      page,
      site,
      signIn,
      open,
      javaScriptEnabled,
      t,
    }) => {
      const known = await addUser(site, { email: someAddress(), emailVerifiedAt: 1 });
      const to = await invited(site, known.email);
      const other = await signIn();
      const main = page.getByRole("main");
      await open(to.link);
      await expect(main.getByText(`${to.email[0]}•••@example.com`)).toContainText(other.email);
      await expect(main.getByText(to.email)).toBeHidden();
      await expect(main.getByRole("button", { name: t("invitation:accept") })).toBeHidden();
      await main.getByRole("button", { name: t("invitation:switch") }).click();
      await main.getByRole("link", { name: t("invitation:signInFirst") }).click();
      await main.getByRole("textbox", { name: t("login:email") }).fill(to.email);
      await main.getByRole("button", { name: t("login:signInOrUp.submit") }).click();
      const code = main.getByRole("textbox", { name: t("proof:code") });
      await expect(code).toBeVisible();
      await code.fill(await lastCode(site, to.email));
      if (!javaScriptEnabled) await main.getByRole("button", { name: t("auth:verify.submit") }).click();
      await main.getByRole("button", { name: t("invitation:accept") }).click();
      await expect(main.getByRole("heading", { level: 1, name: to.name })).toBeVisible();
    });
  });
}

for (const { name, options } of JOURNEY_VARIANTS) {
  test.describe(name, () => {
    test.use({ ...options, expectedErrors: ENDED });

    test("a signed-in user accepts, and finds the organisation in the list where it was missing before", async ({
      page,
      site,
      signIn,
      open,
      t,
    }) => {
      const to = await invited(site, (await signIn()).email);
      const main = page.getByRole("main");
      await open("/app/o");
      await expect(main.getByText(t("organisation:empty"))).toBeVisible();
      await open(to.link);
      await expect(main.getByRole("heading", { level: 1 })).toContainText(to.name);
      await main.getByRole("button", { name: t("invitation:accept") }).click();
      await expect(main.getByRole("heading", { level: 1, name: to.name })).toBeVisible();
      await main.getByRole("link", { name: t("organisation:title") }).click();
      await expect(main.getByRole("link", { name: to.name }).first()).toBeVisible();
    });

    test("a user who opens the invitation without a session accepts it on the device of the sign-in link", async ({
      page,
      site,
      open,
      t,
    }) => {
      const known = await addUser(site, { email: someAddress(), emailVerifiedAt: 1 });
      const to = await invited(site, known.email);
      const main = page.getByRole("main");
      await open(to.link);
      await main.getByRole("link", { name: t("invitation:signInFirst") }).click();
      await main.getByRole("textbox", { name: t("login:email") }).fill(to.email);
      await main.getByRole("button", { name: t("login:signInOrUp.submit") }).click();
      await expect(main.getByRole("textbox", { name: t("proof:code") })).toBeVisible();
      await page.context().clearCookies();
      await open(await lastLink(site, to.email));
      await main.getByRole("button").first().click();
      await main.getByRole("button", { name: t("invitation:accept") }).click();
      await expect(main.getByRole("heading", { level: 1, name: to.name })).toBeVisible();
    });

    test("an invitation that was declined, cancelled or sent again, or that has expired, says so", async ({
      page,
      site,
      open,
      t,
    }) => {
      const [declined, expired, ended] = [
        await invited(site, someAddress()),
        await invited(site, someAddress(), { expiresAt: Date.now() - 1 }),
        await invited(site, someAddress()),
      ];
      const main = page.getByRole("main");
      const title = main.getByRole("heading", { level: 1 });
      await open(declined.link);
      await main.getByRole("button", { name: t("invitation:decline") }).click();
      await expect(title).toHaveText(t("invitation:closed.declined"));
      await open(expired.link);
      await expect(title).toHaveText(t("invitation:closed.expired"));

      const [session, value] = (await addSession(site, ended.owner)).cookie.split("=") as [string, string];
      const asOwner = async () => {
        await page.context().addCookies([{ name: session, value, url: site.url }]);
        await open(`/app/o/${ended.slug}/invitations`);
      };
      await asOwner();
      await main.getByRole("button", { name: `${t("invitation:resend")} ${ended.email}` }).click();
      await expect(
        page.getByText(t("invitation:success.sent", { email: ended.email })).first(),
      ).toBeVisible();
      await page.context().clearCookies({ name: session });
      await open(ended.link);
      await expect(title).toHaveText(t("invitation:closed.unknown"));
      const later = await linkTo(site, ended.email);
      await open(later);
      await expect(title).toContainText(ended.name);
      await asOwner();
      await main.getByRole("button", { name: `${t("invitation:end")} ${ended.email}` }).click();
      await expect(main.getByText(t("invitation:states.cancelled"), { exact: true })).toBeVisible();
      await page.context().clearCookies({ name: session });
      await open(later);
      await expect(title).toHaveText(t("invitation:closed.cancelled"));
    });
  });
}
