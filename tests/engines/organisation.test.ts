import { expect, test } from "vitest";
import { addLinkedInvitation, linkTo, someAddress } from "#tests/support/organisation-invitations.ts";
import { addOrganisation } from "#tests/support/organisations.ts";
import { addUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { lastCode, lastLink } from "#tests/support/visitor.ts";
import type { TestWorker } from "#tests/support/worker.ts";
import { engine } from "./start-engine.ts";
import { withAndWithoutScript } from "./with-and-without-script.ts";

// An invitation, as in tests/e2e/organisation-journey.spec.ts and organisation-invitation.spec.ts, in each engine
// (tests/vitest.config.ts).

const t = textsIn("en");
const TITLE = "main h1";

/**
 * Adds an organisation whose owner invites `email`.
 * @returns the path of the link, and the data that the owner needs later
 */
async function invited(site: TestWorker, email: string, given: { expiresAt?: number } = {}) {
  const owner = await addUser(site, { name: "Virginia Woolf" });
  const organisation = await addOrganisation(site, owner.id);
  const invitation = { organisationId: organisation.id, userId: owner.id, email, ...given };
  const { link } = await addLinkedInvitation(site, invitation);
  return { ...organisation, owner, email, link };
}

withAndWithoutScript(390, (here, { hasScript }) => {
  test("a reader creates an organisation and invites a user, who accepts", async () => {
    const { site, visit } = here;
    const name = `Hogarth Press in ${engine} ${hasScript}`;
    const invited = await addUser(site, { email: `${engine}-${hasScript}@example.com` });
    await visit.openAs(await addUser(site), "/app/o/new");
    await visit.fill("input", t("organisation:fields.name"), name);
    await visit.click("button", t("organisation:submit"));
    await visit.see(TITLE, name);
    await visit.click("main a", t("organisation:invitations"));
    await visit.fill("input", t("invitation:fields.email"), invited.email);
    await visit.click("button", t("invitation:submit"));
    await visit.see("main li", null, ({ text }) => expect(text).toContain(invited.email));
    await visit.openAs(invited, await linkTo(site, invited.email));
    await visit.see(TITLE, t("invitation:heading", { organisation: name }));
    await visit.click("button", t("invitation:accept"));
    await visit.see(TITLE, name);
  });

  test("a new user who is signed in to another account switches accounts, then joins by the link alone", async () => {
    const { site, visit } = here;
    const to = await invited(site, someAddress());
    const other = await addUser(site);
    await visit.openAs(other, to.link);
    const { text } = await visit.see("main", null, ({ text }) => expect(text).toContain(other.email));
    expect(text).toContain(`${to.email[0]}•••@example.com`);
    expect(text).not.toContain(to.email);
    await visit.click("button", t("invitation:switch"));
    await visit.click("button", t("invitation:accept"));
    await visit.fill("input", t("onboarding:question"), "Leonard Woolf");
    await visit.click("button", t("onboarding:submit"));
    await visit.see(TITLE, to.name);
    await visit.see("main li", null, ({ count }) => expect(count).toBeGreaterThan(1));
  });

  test("an invited user who is not signed in on this device signs in and returns to the invitation", async () => {
    const { browser, site, visit } = here;
    const known = await addUser(site, { email: someAddress(), emailVerifiedAt: 1 });
    const to = await invited(site, known.email);
    await visit.openAs(null, to.link);
    await visit.click("a", t("invitation:signInFirst"));
    await visit.fill("input", t("login:email"), to.email);
    await visit.click("button", t("login:signInOrUp.submit"));
    await visit.see("input", t("proof:code"));
    const code = await lastCode(site, to.email);
    if (hasScript) {
      await visit.hasFocus("input", t("proof:code"));
      // The form sends itself after six digits.
      await browser.type(code);
    } else {
      await visit.fill("input", t("proof:code"), code);
      await visit.click("button", t("auth:verify.submit"));
    }
    await visit.click("button", t("invitation:accept"));
    await visit.see(TITLE, to.name);
  });

  test("an invited user accepts on the device where they open the sign-in link", async () => {
    const { browser, site, visit } = here;
    const known = await addUser(site, { email: someAddress(), emailVerifiedAt: 1 });
    const to = await invited(site, known.email);
    await visit.openAs(null, to.link);
    await visit.click("a", t("invitation:signInFirst"));
    await visit.fill("input", t("login:email"), to.email);
    await visit.click("button", t("login:signInOrUp.submit"));
    await visit.see("input", t("proof:code"));
    await browser.clearCookies();
    await visit.open(await lastLink(site, to.email));
    await visit.click("button", t("auth:link.submit"));
    await visit.click("button", t("invitation:accept"));
    await visit.see(TITLE, to.name);
  });

  test("an invitation that was declined, cancelled or sent again, or that has expired, says so", async () => {
    const { site, visit } = here;
    const declined = await invited(site, someAddress());
    await visit.openAs(null, declined.link);
    await visit.click("button", t("invitation:decline"));
    await visit.see(TITLE, t("invitation:closed.declined"));
    const expired = await invited(site, someAddress(), { expiresAt: Date.now() - 1 });
    await visit.open(expired.link);
    await visit.see(TITLE, t("invitation:closed.expired"));

    const to = await invited(site, someAddress());
    const list = `/app/o/${to.slug}/invitations`;
    await visit.openAs(to.owner, list);
    await visit.click("button", `${t("invitation:resend")} ${to.email}`);
    await visit.see("body", null, ({ text }) =>
      expect(text).toContain(t("invitation:success.sent", { email: to.email })),
    );
    await visit.openAs(null, to.link);
    await visit.see(TITLE, t("invitation:closed.unknown"));
    const later = await linkTo(site, to.email);
    await visit.open(later);
    await visit.see(TITLE, t("invitation:heading", { organisation: to.name }));
    await visit.openAs(to.owner, list);
    await visit.click("button", `${t("invitation:end")} ${to.email}`);
    await visit.see("main li", null, ({ text }) => expect(text).toContain(t("invitation:states.cancelled")));
    await visit.openAs(null, later);
    await visit.see(TITLE, t("invitation:closed.cancelled"));
  });
});
