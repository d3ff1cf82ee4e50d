import { eq } from "drizzle-orm";
import { organisationMembers } from "#app/schema.ts";
import { addMember, addOrganisation } from "#tests/support/organisations.ts";
import { addUser } from "#tests/support/people.ts";
import { expect, hydrated, test } from "./fixtures.ts";

// A page takes its organisation from its URL. Neither another tab nor a cached page changes that.

test("a form applies to the organisation of its tab, whichever another tab has opened since", async ({
  page,
  context,
  site,
  signIn,
  open,
  t,
}) => {
  const { id } = await signIn();
  const first = await addOrganisation(site, id, { name: "Hogarth Press" });
  const second = await addOrganisation(site, id, { name: "Cuala Press" });
  await open(`/app/o/${first.slug}/teams`);
  await page.getByRole("textbox", { name: t("organisation:fields.name") }).fill("Compositors");
  const other = await context.newPage();
  await other.goto(`/app/o/${second.slug}/teams`);
  await hydrated(other);

  await page.getByRole("button", { name: t("team:submit") }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Compositors" })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/app/o/${first.slug}/teams/`));
  await other.reload();
  const teams = other.getByRole("main").getByRole("listitem");
  await expect(teams.filter({ hasText: "Cuala Press" })).toBeVisible();
  await expect(teams.filter({ hasText: "Compositors" })).toBeHidden();
});

test.describe("a member who is removed", () => {
  test.use({ expectedErrors: [/status of 404/] });

  test("sees no cached page of the organisation", async ({ page, site, signIn, open, t }) => {
    const { id: userId } = await signIn();
    const owner = await addUser(site, { name: "Virginia Woolf" });
    const { id: organisationId, name } = await addOrganisation(site, owner.id, { name: "Omega Workshops" });
    const { id } = await addMember(site, { organisationId, userId, role: "member" });
    const main = page.getByRole("main");
    await open("/app/o");
    await main.getByRole("link", { name }).first().click();
    await expect(main.getByText("Virginia Woolf")).toBeVisible();
    await main.getByRole("link", { name: t("organisation:title") }).click();
    await expect(main.getByRole("heading", { level: 1, name: t("organisation:title") })).toBeVisible();

    await site.db.delete(organisationMembers).where(eq(organisationMembers.id, id));
    await main.getByRole("link", { name }).first().click();
    await expect(page.getByText(t("code:ORGANIZATION_NOT_FOUND"))).toBeVisible();
    await expect(page.getByText("Virginia Woolf")).toBeHidden();
    await page.goBack();
    await expect(main.getByText(t("organisation:empty"))).toBeVisible();
    await page.goForward();
    await expect(page.getByText(t("code:ORGANIZATION_NOT_FOUND"))).toBeVisible();
    await expect(page.getByText("Virginia Woolf")).toBeHidden();
  });
});

test("on a user's page, an organisation's picture is before its name, whatever the direction of the name", async ({
  page,
  site,
  signIn,
  open,
}) => {
  await signIn({ role: "admin" });
  const person = await addUser(site);
  for (const name of ["Cuala Press", "دار الكتب"]) await addOrganisation(site, person.id, { name });
  await open(`/manager/users/${person.id}`);
  for (const name of ["Cuala Press", "دار الكتب"]) {
    const link = page.getByRole("link", { name, exact: true });
    const [picture, text] = [link.locator("[aria-hidden]"), link.locator("bdi")];
    expect((await picture.boundingBox())?.x, name).toBeLessThan((await text.boundingBox())?.x ?? 0);
  }
});
