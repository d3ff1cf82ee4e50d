import { afterAll, beforeAll, expect, test } from "vitest";
import { PALETTE } from "#app/palette.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());

test("a selected theme is stored and rendered, and the form redirects only within this site", async () => {
  const visitor = new Visitor(worker);
  expect(await (await visitor.get("/login")).text()).toContain('data-theme="system"');
  expect(await visitor.post("/theme", { theme: "dark", returnTo: "/login" })).toRedirectTo("/login");
  const page = await (await visitor.get("/login")).text();
  expect(page).toContain('data-theme="dark"');
  expect(page.match(/<meta name="theme-color"[^>]*>/g)?.join()).not.toContain(PALETTE.paper.light);
  expect(await visitor.post("/theme", { theme: "light", returnTo: "//evil.example" })).toRedirectTo("/");
});

test("an invalid theme is refused in a form, and ignored in a cookie", async () => {
  const visitor = new Visitor(worker);
  expect((await visitor.post("/theme", { theme: "sepia" })).status).toBe(400);
  visitor.cookies.set("theme", '"><script>');
  expect(await (await visitor.get("/login")).text()).toContain('data-theme="system"');
  expect((await visitor.get("/theme")).status).toBe(302);
});
