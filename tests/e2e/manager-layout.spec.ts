import { eq } from "drizzle-orm";
import { LANGUAGE_KEYS } from "#app/core/i18n/languages.ts";
import { jobs } from "#app/schema.ts";
import { addUser } from "#tests/support/people.ts";
import { expect, test } from "./fixtures.ts";

/** The left and right edge of an element, and its middle. */
const placeOf = (element: Element) => {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return { left: Math.round(left), right: Math.round(right), middle: (top + bottom) / 2 };
};

test.describe("on a very wide screen", () => {
  test.use({ viewport: { width: 1920, height: 1080 } });

  test("every page of the manager begins where the lists do", async ({ page, signIn, open }) => {
    const { id } = await signIn({ role: "admin" });
    const edges: number[] = [];
    for (const path of ["/manager/users", `/manager/users/${id}`, "/manager/users/new", "/manager/account"]) {
      await open(path);
      const heading = page.getByRole("heading", { level: 1 });
      edges.push((await heading.evaluate(placeOf)).left);
    }
    expect(new Set(edges).size, edges.join()).toBe(1);
  });
});

test.describe("on a phone in Arabic", () => {
  test.use({ language: "ar", locale: "ar", viewport: { width: 360, height: 740 } });

  test("the heading of a list is one line, and its link keeps its name", async ({
    page,
    signIn,
    open,
    t,
  }) => {
    await signIn({ role: "admin" });
    await open("/manager/users");
    const heading = page.getByRole("heading", { level: 1 });
    const link = page.getByRole("link", { name: t("user:manager.new") });
    const [title, add] = [await heading.evaluate(placeOf), await link.evaluate(placeOf)];
    expect(Math.abs(title.middle - add.middle)).toBeLessThan(8);
    expect(add.left).toBeGreaterThanOrEqual(0);
    expect(title.left).toBeGreaterThanOrEqual(add.right);
  });

  test("the buttons of a dialog share its width", async ({ page, site, signIn, open, t }) => {
    await signIn({ role: "admin" });
    const { id } = await addUser(site);
    await open(`/manager/users/${id}?confirm=delete`);
    const dialog = page.getByRole("dialog", { name: t("user:manager.confirmDelete") });
    const text = await dialog.getByRole("paragraph").first().evaluate(placeOf);
    const cancel = await dialog.getByRole("link", { name: t("common:cancel") }).evaluate(placeOf);
    const submit = await dialog.getByRole("button", { name: t("common:delete") }).evaluate(placeOf);
    expect([submit.left, cancel.right]).toEqual([text.left, text.right]);
  });

  test("the filters of the audit log are in the row of its search, and their dates are not cut off", async ({
    page,
    signIn,
    open,
    t,
  }) => {
    await signIn({ role: "admin" });
    for (const width of [360, 390]) {
      await page.setViewportSize({ width, height: 740 });
      await open("/manager/audit");
      const search = page.getByRole("textbox", { name: t("audit:person") });
      const filter = page.getByRole("button", { name: t("manager:list.filter") });
      expect((await search.evaluate(placeOf)).middle).toBe((await filter.evaluate(placeOf)).middle);
      await filter.click();
      for (const name of ["from", "to"] as const) {
        const field = page.getByLabel(t(`manager:days.${name}`), { exact: true });
        const [shown, needed] = await field.evaluate((input: HTMLInputElement) => {
          const { width } = input.getBoundingClientRect();
          input.style.width = "max-content";
          return [width, input.getBoundingClientRect().width];
        });
        expect(shown, `${name} at ${width}`).toBeGreaterThanOrEqual(needed as number);
      }
    }
  });
});

for (const language of LANGUAGE_KEYS) {
  test.describe(`on a phone in ${language}`, () => {
    test.use({ language, locale: language, viewport: { width: 390, height: 844 } });

    test("each list has a heading of one line, and its first row is near the top", async ({
      page,
      site,
      signIn,
      open,
    }) => {
      await signIn({ role: "admin" });
      const job = { id: `first-row-${language}`, kind: "of-a-later-version" };
      await site.db.insert(jobs).values({ ...job, createdAt: 1, nextAttemptAt: 1, givenUpAt: 1 });
      await open("/manager/dashboard");
      const links = page.locator("aside a");
      const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") as string));
      let lists = 0;
      for (const path of new Set(paths.filter((path) => path.startsWith("/manager/")))) {
        await open(path);
        if ((await page.locator("[data-list]").count()) === 0) continue;
        lists++;
        const heading = page.getByRole("heading", { level: 1 });
        expect(await heading.evaluate((element) => element.clientHeight), path).toBeLessThan(50);
        const row = await page
          .locator("main :is(tbody tr, ul:not(nav ul, [popover]) > li)")
          .first()
          .boundingBox();
        expect(row?.y, path).toBeLessThan(320);
      }
      expect(lists).toBeGreaterThan(2);
      await site.db.delete(jobs).where(eq(jobs.id, job.id));
    });
  });
}
