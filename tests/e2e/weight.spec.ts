import { gzipSync } from "node:zlib";
import { expect, test } from "./fixtures.ts";

test("the sign-in page's scripts stay under 126.2 KB gzipped in total", async ({ page }) => {
  const scripts = new Map<string, Promise<Buffer>>();
  page.on("response", (response) => {
    if (/\.js$/.test(new URL(response.url()).pathname)) scripts.set(response.url(), response.body());
  });
  await page.goto("/login", { waitUntil: "networkidle" });
  expect(scripts.size).toBeGreaterThan(0);
  const bodies = await Promise.all(scripts.values());
  const bytes = bodies.reduce((sum, body) => sum + gzipSync(body).byteLength, 0);
  expect(bytes / 1000).toBeLessThan(126.2);
});
