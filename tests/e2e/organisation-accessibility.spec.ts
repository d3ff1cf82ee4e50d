import { addMember, addOrganisation } from "#tests/support/organisations.ts";
import { addUser } from "#tests/support/people.ts";
import { check, checkRefused, inEveryAppearance } from "./appearances.ts";
import { test } from "./fixtures.ts";

inEveryAppearance((language) => {
  test("organisations are accessible to members and in the manager, and what they keep and take with an account", async ({
    page,
    site,
    signIn,
  }) => {
    const { id: userId } = await signIn({ role: "admin" });
    const { id, slug } = await addOrganisation(site, userId, { name: "Société des gens de lettres" });
    const member = await addUser(site, { name: null });
    const { id: memberId } = await addMember(site, { organisationId: id, userId: member.id, role: "member" });
    await addOrganisation(site, userId, { name: "Printers of one" });
    const detail = `/manager/organisations/${id}`;
    for (const path of [
      "/manager/organisations",
      "/manager/organisations?searchTerm=nowhere",
      detail,
      `${detail}?confirm=delete`,
      `${detail}/update`,
      `/manager/users/${userId}`,
      "/account/delete",
      "/app/o",
      `/app/o/${slug}/settings`,
      `/app/o/${slug}/delete`,
      `/app/o/${slug}/members/${memberId}`,
      `/app/o/${slug}/members/${memberId}?confirm=remove`,
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
