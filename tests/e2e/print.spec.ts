import { auditLog } from "#app/schema.ts";
import { addUser } from "#tests/support/people.ts";
import { expect, test } from "./fixtures.ts";

/** The colour of text on paper, in the light theme. */
const INK = "rgb(42, 33, 36)";

test.describe("on paper", () => {
  test.use({ colorScheme: "dark" });

  test("a page shows only its contents, dark on white", async ({ page, signIn, open, t }) => {
    await signIn({ role: "admin" });
    for (const path of ["/manager/users", "/app/account"]) {
      await open(path);
      await page.evaluate(() => document.documentElement.setAttribute("data-theme", "dark"));
      await page.emulateMedia({ media: "print" });
      const main = page.getByRole("main");
      await expect(main.getByRole("heading", { level: 1 })).toHaveCSS("color", INK);
      for (const role of ["navigation", "banner", "complementary", "contentinfo", "search"] as const) {
        await expect(page.getByRole(role), `${role} of ${path}`).toHaveCount(0);
      }
      await expect(main.getByRole("button")).toHaveCount(0);
      await expect(main.getByRole("link", { name: t("user:manager.new") })).toHaveCount(0);
      const { x, width } = (await main.boundingBox()) ?? { x: 0, width: 0 };
      expect(Math.round(2 * x + width), "no empty column").toBe(page.viewportSize()?.width);
      await page.emulateMedia({ media: "screen" });
    }
  });
});

test("a list on paper has no headings to sort by where it is narrow, cuts nothing off, and offers nothing to open", async ({
  page,
  site,
  signIn,
  open,
  t,
}) => {
  const { id, email } = await signIn({ role: "admin" });
  const name = "Wolfeschlegelsteinhausenbergerdorff the Extraordinarily Long-Named";
  const { email: longest } = await addUser(site, { name });
  await site.db
    .insert(auditLog)
    .values({ at: Date.now(), requestId: "closed", actorId: id, actorLabel: email, action: "auth.signIn" });
  await open(`/manager/users?searchTerm=${longest}`);
  const header = page.getByRole("rowheader", { name });
  const cutOff = () =>
    header.evaluate((cell) =>
      Math.max(...[...cell.querySelectorAll("*")].map((part) => part.scrollWidth - part.clientWidth)),
    );
  expect(await cutOff(), "on the screen").toBeGreaterThan(0);
  await page.emulateMedia({ media: "print" });
  expect(await cutOff(), "on paper").toBeLessThanOrEqual(0);
  await open("/manager/users");
  const heading = page.getByRole("columnheader", { name: t("user:fields.email") });
  await expect(heading).toBeVisible();
  // A sheet of A4 between its margins.
  await page.setViewportSize({ width: 718, height: 1000 });
  await expect(heading).toBeHidden();
  await open(`/manager/audit?person=${email}`);
  await expect(page.locator("tbody tr").first()).toBeVisible();
  await expect(page.locator("tbody summary").first()).toBeHidden();
});

test("on paper, a form that is not filled in is left out, and the fields of others stand as text", async ({
  page,
  site,
  signIn,
  open,
  t,
}) => {
  await signIn({ role: "admin" });
  const { id, name } = await addUser(site, { name: "On paper" });
  await page.emulateMedia({ media: "print" });
  await open("/manager/users/new");
  await expect(page.getByRole("heading", { name: t("user:manager.new") })).toBeVisible();
  await expect(page.getByRole("textbox")).toHaveCount(0);
  await open(`/manager/users/${id}/update`);
  const field = page.getByRole("textbox", { name: t("user:fields.name"), exact: true });
  await expect(field).toHaveValue(`${name}`);
  await expect(field).toHaveCSS("border-top-width", "0px");
});

test("the audit log shows its filters and the exact times of its entries", async ({
  page,
  site,
  signIn,
  open,
}) => {
  const { id, email } = await signIn({ role: "admin" });
  await site.db
    .insert(auditLog)
    .values({ at: Date.now(), requestId: "on-paper", actorId: id, actorLabel: email, action: "auth.signIn" });
  await open(`/manager/audit?person=${email}`);
  const filters = page.getByRole("main").getByRole("paragraph").filter({ hasText: email }).first();
  await expect(filters).toBeHidden();
  await page.emulateMedia({ media: "print" });
  await expect(filters).toBeVisible();
  const moment = page.locator("tbody time").first();
  const exact = await moment.getAttribute("title");
  expect(await moment.evaluate((time) => getComputedStyle(time, "::after").content)).toBe(`" (${exact})"`);
});
