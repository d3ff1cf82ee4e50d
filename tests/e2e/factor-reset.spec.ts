import { addSession, addUser } from "#tests/support/people.ts";
import { addSecondStep } from "#tests/support/second-steps.ts";
import { checkShown, JOURNEY_VARIANTS } from "./appearances.ts";
import { expect, openMore, test } from "./fixtures.ts";

for (const { name, options } of JOURNEY_VARIANTS) {
  const hasScript = name !== "without script";
  test.describe(name, () => {
    test.use(options);

    test("an administrator begins to reset a lost second step, another one confirms it, and the owner stops it", async ({
      page,
      context,
      site,
      signIn,
      open,
      language,
      t,
    }) => {
      const check = async (what: string) => {
        if (hasScript) await checkShown(page, what, language);
      };
      const owner = await addUser(site, { role: "admin", name: null });
      await addSecondStep(site, owner.id);
      const userPage = `/manager/users/${owner.id}`;

      const first = await signIn({ role: "admin" });
      await open(userPage);
      await openMore(page, t);
      await page.getByRole("link", { name: t("reset:open") }).click();
      const question = page.getByRole("dialog", { name: t("reset:question.title") });
      await expect(question).toBeVisible();
      await check("the question before a reset");
      await question.getByRole("button", { name: t("reset:question.submit") }).click();
      const waiting = page.getByRole("region", { name: t("reset:title") });
      await expect(waiting).toContainText(t("reset:begun", { admin: first.email }));
      await expect(waiting.getByRole("button", { name: t("reset:confirm") })).toHaveCount(0);

      const second = await signIn({ role: "admin" });
      await open(userPage);
      await check("a reset that waits to be confirmed");
      await waiting.getByRole("button", { name: t("reset:confirm") }).click();
      await expect(waiting).toContainText(t("reset:confirmed", { admin: second.email }));

      const { cookie } = await addSession(site, owner);
      const [cookieName, value] = cookie.split("=") as [string, string];
      await context.addCookies([{ name: cookieName, value, url: site.url }]);
      await open("/manager/account");
      await expect(page.getByText(t("reset:own.title"))).toBeVisible();
      await check("one's own reset");
      await page.getByRole("button", { name: t("reset:stop") }).click();
      await expect(page.getByText(t("reset:success.stopped"), { exact: true })).toBeVisible();
      await expect(page.getByText(t("reset:own.title"))).toHaveCount(0);
    });
  });
}
