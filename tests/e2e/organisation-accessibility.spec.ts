import { addLinkedInvitation } from "#tests/support/organisation-invitations.ts";
import {
  addEntries,
  addMember,
  addMembers,
  addOrganisation,
  addTeam,
  addToTeam,
} from "#tests/support/organisations.ts";
import { addUser } from "#tests/support/people.ts";
import { check, checkRefused, inEveryAppearance } from "./appearances.ts";
import { test } from "./fixtures.ts";

inEveryAppearance((language) => {
  test("organisations and invitations are accessible", async ({ page, site, signIn }) => {
    const { id: userId, email } = await signIn();
    for (const path of ["/app/o", "/app/o/last"]) await check(page, path, language);
    const { id: organisationId, slug, memberId, teamId } = await addOrganisation(site, userId);
    await addMembers(site, organisationId, 2);
    await addTeam(site, organisationId);
    await addToTeam(site, { organisationId, teamId, memberId, userId });
    /** The path of an invitation's page. */
    const invited = async (email: string, given = {}) =>
      (await addLinkedInvitation(site, { organisationId, userId, email, ...given })).link;
    await addEntries(site, { organisationId, userId });
    const [own, other] = [await invited(email), await invited("friend@example.com")];
    const ended = await invited("former@example.com", { expiresAt: 1 });
    const here = `/app/o/${slug}`;
    for (const path of [
      "/app/o",
      "/app/o/new",
      here,
      `${here}/settings`,
      `${here}/delete`,
      `${here}/invitations`,
      `${here}/audit`,
      `${here}/members/${memberId}`,
      `${here}/members/${memberId}?confirm=remove`,
      `${here}/teams`,
      `${here}/teams/${teamId}`,
      `${here}/teams/${teamId}?confirm=delete`,
      own,
      other,
      ended,
    ])
      await check(page, path, language);
  });

  test("the pages of organisations for members and managers are accessible, and the account pages that mention them", async ({
    page,
    site,
    signIn,
  }) => {
    const { id: userId } = await signIn({ role: "admin" });
    const { id, slug } = await addOrganisation(site, userId, { name: "Société des gens de lettres" });
    const member = await addUser(site, { name: null });
    const { id: memberId } = await addMember(site, { organisationId: id, userId: member.id, role: "member" });
    await addOrganisation(site, userId, { name: "Printers of one" });
    await check(page, "/app/o/last", language);
    const detail = `/manager/organisations/${id}`;
    for (const path of [
      "/manager/organisations",
      "/manager/organisations?searchTerm=nowhere",
      detail,
      `${detail}?confirm=delete`,
      `${detail}/update`,
      `/manager/users/${userId}`,
      "/account/delete",
      `/app/o/${slug}/members/${memberId}`,
      `/app/o/${slug}/members/${memberId}?confirm=hand-over`,
    ]) {
      await check(page, path, language);
    }
    await checkRefused(page, "/app/o/new", language);
    const alone = await addUser(site);
    await addOrganisation(site, alone.id, { name: "دار المعارف" });
    await check(page, `/manager/users/${alone.id}?confirm=delete`, language);
  });
});
