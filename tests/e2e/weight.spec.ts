import { gzipSync } from "node:zlib";
import { isRouteList } from "#tests/support/page-weight.ts";
import { expect, test } from "./fixtures.ts";

// These are more scripts than the page waits for (tests/integration/weight.test.ts), because the scripts for
// preloading and for the message about the connection load later.
test("the sign-in page's scripts are under 126 KB gzipped in total, without the list of routes", async ({
  page,
}) => {
  const scripts = new Map<string, Promise<Buffer>>();
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith(".js") && !isRouteList(pathname)) scripts.set(response.url(), response.body());
  });
  await page.goto("/login", { waitUntil: "networkidle" });
  expect(scripts.size).toBeGreaterThan(0);
  const bodies = await Promise.all(scripts.values());
  const bytes = bodies.reduce((sum, body) => sum + gzipSync(body).byteLength, 0);
  expect(bytes / 1000).toBeLessThan(126);
});

test("icons come from one file, and are drawn", async ({ page, signIn }) => {
  const sprite = page.waitForResponse(/\/assets\/icons-[\w-]+\.svg$/);
  await signIn({ role: "admin" });
  await page.goto("/manager/users");
  expect((await sprite).headers()["cache-control"]).toContain("immutable");
  const icon = page.locator("aside nav svg use").first();
  await expect.poll(() => icon.evaluate((use: SVGUseElement) => use.getBBox().width)).toBeGreaterThan(0);
});
