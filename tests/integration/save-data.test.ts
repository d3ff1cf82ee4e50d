import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { textsIn } from "#tests/support/texts.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker({ seeded: true });
});
afterAll(() => worker.stop());

describe("a browser that saves data", () => {
  test.each([
    "/login",
    "/login/verify?email=ada@example.com",
    "/nowhere",
    "/app",
    "/app/account?state=change-name",
    "/manager/dashboard",
    "/manager/users",
    "/manager/users/new",
    "/manager/nowhere",
  ])("gets %s without script, with the reason", async (path) => {
    const visitor = path.startsWith("/login")
      ? new Visitor(worker)
      : await Visitor.signedIn(worker, { role: "admin" });
    const withScript = await visitor.get(path);
    const whole = await withScript.text();
    expect(whole).toContain("<script");
    const page = await visitor.get(path, { headers: { "Save-Data": "on" } });
    expect(page.status).toBe(withScript.status);
    expect(page.headers.get("Vary")).toContain("Save-Data");
    await expect(page).toShow(t("saveData.active"));
    const html = await page.text();
    expect(html).not.toMatch(/<script|modulepreload|\.js"/);
    expect(html.length).toBeLessThan(whole.length);
  });

  test("can turn script on for the session, with a link", async () => {
    const visitor = new Visitor(worker, { "Save-Data": "on" });
    const page = await visitor.get("/login?redirect=%2Fapp");
    const [, link] = /href="(\/save-data[^"]*)"/.exec(await page.text()) ?? [];
    const answer = await visitor.get((link as string).replaceAll("&amp;", "&"));
    expect(answer).toRedirectTo("/login?redirect=%2Fapp");
    const [cookie] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^save-data=off; Path=\/; SameSite=Lax$/);
    expect(await (await visitor.get("/login")).text()).toContain("<script");
    await expect(await visitor.get("/login")).not.toShow(t("saveData.active"));
  });

  test("is not redirected to another site", async () => {
    expect(await new Visitor(worker).get("/save-data?returnTo=//evil.example")).toRedirectTo("/");
  });
});
