import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loginFailures } from "#app/schema.ts";
import { startTurnstile } from "#tests/support/captcha-turnstile.ts";
import { addUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let turnstile: Awaited<ReturnType<typeof startTurnstile>>;
let worker: TestWorker;
beforeAll(async () => {
  turnstile = await startTurnstile();
  worker = await startTestWorker({ settings: { ...turnstile.settings, LOGIN_FAILURES_ALARM: "1" } });
  await worker.db.insert(loginFailures).values({ hour: thisHour(), value: 1 });
});
afterAll(async () => {
  await worker.stop();
  turnstile.stop();
});

const thisHour = () => Math.floor(Date.now() / 3_600_000);

describe("the captcha's document", () => {
  test("may load what Turnstile needs, and this site may frame it; other pages may not", async () => {
    const visitor = new Visitor(worker);
    const { verifyPath } = await visitor.askForCode((await addUser(worker)).email);
    const captcha = await visitor.get("/login/captcha");
    const policy = captcha.headers.get("Content-Security-Policy") as string;
    const [, nonce] = /'nonce-([\w-]+)'/.exec(policy) ?? [];
    expect(policy.split("; ")).toEqual([
      "default-src 'none'",
      `script-src 'nonce-${nonce}' ${turnstile.url}`,
      `style-src 'nonce-${nonce}'`,
      `frame-src ${turnstile.url}`,
      "frame-ancestors 'self'",
      "form-action 'none'",
      "base-uri 'none'",
      "report-uri /csp-reports",
      "report-to csp",
    ]);
    expect(captcha.headers.get("X-Frame-Options")).toBe("SAMEORIGIN");
    for (const path of ["/login", verifyPath]) {
      const { headers } = await visitor.get(path);
      expect(headers.get("Content-Security-Policy")).not.toContain(turnstile.url);
    }
  });

  test("is in the reader's language and theme", async () => {
    const visitor = new Visitor(worker, { "Accept-Language": "ar" });
    visitor.cookies.set("theme", "dark");
    const html = await (await visitor.get("/login/captcha")).text();
    expect(html).toContain('<html lang="ar" dir="rtl">');
    expect(html).toMatch(/data-theme="dark" data-language="ar"/);
  });
});

test("without its keys there is no captcha, however many codes are tried", async () => {
  const plain = await startTestWorker({
    settings: { TURNSTILE_URL: turnstile.url, LOGIN_FAILURES_ALARM: "1" },
  });
  await plain.db.insert(loginFailures).values({ hour: thisHour(), value: 1000 });
  const visitor = new Visitor(plain);
  const { verifyPath, code } = await visitor.askForCode((await addUser(plain)).email);
  const page = await visitor.get(verifyPath);
  expect(databaseCost(page).queries).toBe(0);
  await expect(page).not.toShow(t("auth:captcha.why"));
  expect((await visitor.get("/login/captcha")).status).toBe(404);
  expect(await visitor.confirm(verifyPath, code)).toRedirectTo("/app");
  expect(turnstile.asked).toEqual([]);
  await plain.stop();
});
