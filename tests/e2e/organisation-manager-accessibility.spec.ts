import { addMember, addOrganisation } from "#tests/support/organisations.ts";
import { addUser } from "#tests/support/people.ts";
import { check, checkRefused, inEveryAppearance } from "./appearances.ts";
import { test } from "./fixtures.ts";

inEveryAppearance((language) => {
  test("organisations in the manager, and what they keep and take with an account, are accessible", async ({
    page,
    site,
    signIn,
  }) => {
    const { id: userId } = await signIn({ role: "admin" });
    const { id } = await addOrganisation(site, userId, { name: "Société des gens de lettres" });
    const member = await addUser(site, { name: null });
    await addMember(site, { organisationId: id, userId: member.id, role: "member" });
    await addOrganisation(site, userId, { name: "Printers of one" });
    const detail = `/manager/organisations/${id}`;
    for (const path of [
      "/manager/organisations",
      "/manager/organisations?searchTerm=nowhere",
      detail,
      `${detail}?confirm=delete`,
      `/manager/users/${userId}`,
      "/account/delete",
    ]) {
      await check(page, path, language);
    }
    await checkRefused(page, `${detail}/update`, language);
    const alone = await addUser(site);
    await addOrganisation(site, alone.id, { name: "دار المعارف" });
    await check(page, `/manager/users/${alone.id}?confirm=delete`, language);
  });
});
