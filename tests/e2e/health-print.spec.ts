import { expect, test } from "./fixtures.ts";

test("the page of jobs on paper names only the state that it lists", async ({ page, signIn, open, t }) => {
  await signIn({ role: "admin" });
  await page.emulateMedia({ media: "print" });
  await open("/manager/jobs");
  const states = page.getByRole("navigation", { name: t("health:jobs.state") }).getByRole("link");
  await expect(states).toHaveCount(1);
  await expect(states).toHaveAttribute("aria-current", /./);
});
