import { invitationUrl } from "#app/slices/organisation/invitation-link.server.ts";
import { addInvitation, addMembers, addOrganisation } from "#tests/support/organisations.ts";
import { check, inEveryAppearance } from "./appearances.ts";
import { test } from "./fixtures.ts";

inEveryAppearance((language) => {
  test("organisations and invitations are accessible", async ({ page, site, signIn }) => {
    const { id: userId, email } = await signIn();
    await check(page, "/app/o", language);
    const { id: organisationId, slug, memberId } = await addOrganisation(site, userId);
    await addMembers(site, organisationId, 2);
    /** The path of an invitation's page. */
    const invited = async (to: string) => {
      const nonce = crypto.randomUUID();
      const id = await addInvitation(site, { organisationId, userId, email: to, nonce });
      const url = new URL(await invitationUrl(site.settings, site.url, { id, nonce }));
      return url.pathname + url.search;
    };
    const [own, other] = [await invited(email), await invited("friend@example.com")];
    const here = `/app/o/${slug}`;
    for (const path of [
      "/app/o",
      "/app/o/new",
      here,
      `${here}/settings`,
      `${here}/delete`,
      `${here}/invitations`,
      `${here}/members/${memberId}`,
      `${here}/members/${memberId}?confirm=remove`,
      own,
      other,
      "/invitation/none",
    ])
      await check(page, path, language);
  });
});
