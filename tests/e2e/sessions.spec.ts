import { eq } from "drizzle-orm";
import { sessions } from "#app/schema.ts";
import { addSession, addUser } from "#tests/support/people.ts";
import { expect, test } from "./fixtures.ts";

for (const rest of [0, 1]) {
  test(`after selected sessions are revoked, the focus moves to the heading, with ${rest} left`, async ({
    page,
    site,
    signIn,
    open,
    t,
  }) => {
    await signIn({ role: "admin" });
    const user = await addUser(site, { name: "Signed in thrice" });
    for (let n = 0; n < 2 + rest; n++) await addSession(site, user);
    await open(`/manager/users/${user.id}`);
    const boxes = page.getByRole("main").getByRole("checkbox");
    await expect(boxes).toHaveCount(2 + rest);
    await boxes.nth(0).press("Space");
    await boxes.nth(1).press("Space");
    const bar = page.getByRole("region", { name: t("selection:title") });
    await bar.getByRole("button", { name: t("session:revoke") }).press("Enter");
    await expect(
      page.getByText(t("selection:success.sessions.revoked", { count: 2 }), { exact: true }),
    ).toBeVisible();
    await expect(boxes).toHaveCount(rest);
    await expect(page.getByRole("heading", { level: 1, name: "Signed in thrice" })).toBeFocused();
  });
}

test("a session that moves to the next page because others are used is not shown as ended", async ({
  page,
  site,
  signIn,
  open,
  t,
}) => {
  await signIn({ role: "admin" });
  const user = await addUser(site);
  const now = Date.now();
  const ids: string[] = [];
  for (let n = 0; n < 8; n++) {
    ids.push((await addSession(site, user, { updatedAt: now - n * 1000 })).sessionId);
  }
  await open(`/manager/users/${user.id}`);
  const rows = page.getByRole("region", { name: t("session:list.title") }).getByRole("listitem");
  await expect(rows).toHaveCount(5);
  // Now the fifth row is on the second page.
  for (const id of ids.slice(6)) {
    await site.db.update(sessions).set({ updatedAt: now }).where(eq(sessions.id, id));
  }
  await rows.first().getByRole("button").click();
  await expect(rows).toHaveCount(7);
  await expect(rows.filter({ hasText: t("session:ended") })).toHaveCount(1);
  await expect(rows.first()).toContainText(t("session:ended"));
});

test("the last revoked session stays in the list and is no longer selected", async ({
  page,
  site,
  signIn,
  open,
  t,
}) => {
  await signIn({ role: "admin" });
  const user = await addUser(site);
  for (let n = 0; n < 2; n++) await addSession(site, user);
  await open(`/manager/users/${user.id}`);
  const main = page.getByRole("main");
  const boxes = main.getByRole("checkbox");
  for (const n of [0, 1]) await boxes.nth(n).press("Space");
  const bar = page.getByRole("region", { name: t("selection:title") });
  await expect(bar).toContainText(t("selection:count", { count: 2 }));
  const rows = main.getByRole("listitem");
  const revoke = main.getByRole("listitem").getByRole("button");
  // Two sessions belong to the same browser. Their times distinguish them.
  await expect(revoke.first()).toHaveAccessibleDescription(/./);
  await expect(boxes.first()).toHaveAccessibleDescription(/./);
  await revoke.first().press("Enter");
  await expect(bar).toContainText(t("selection:count", { count: 1 }));
  await revoke.first().press("Enter");
  await expect(rows.filter({ hasText: t("session:ended") })).toHaveCount(2);
  expect(await site.db.$count(sessions, eq(sessions.userId, user.id))).toBe(0);
  await expect(page.getByText(t("session:list.empty"))).toHaveCount(0);
});
