import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  COMPLETE_LANGUAGES,
  DEFAULT_LANGUAGE,
  LANGUAGE_COOKIE,
  LANGUAGE_KEYS,
} from "#app/core/i18n/languages.ts";
import { pathOf } from "#app/slices/site/pages/addresses.ts";
import { readContent } from "#app/slices/site/pages/content.ts";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

let worker: TestWorker;
let withLanding: TestWorker;
beforeAll(async () => {
  [worker, withLanding] = await Promise.all([
    startTestWorker({ settings: { LANDING: "false", BASE_URL: "https://deckle.example" } }),
    startTestWorker({ settings: { LANDING: "true" } }),
  ]);
});
afterAll(() => Promise.all([worker.stop(), withLanding.stop()]));

const linksIn = (html: string) => [...html.matchAll(/ href="(\/[^"#]*)/g)].map(([, path]) => path as string);

/** Finds all static pages by following links. */
async function crawl(start: string): Promise<Map<string, Response>> {
  const visitor = new Visitor(worker);
  const found = new Map<string, Response>();
  const open = [start];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path)) continue;
    const response = await visitor.get(path);
    found.set(path, response.clone());
    const isFile = LANGUAGE_KEYS.some((key) => path === `/${key}` || path?.startsWith(`/${key}/`));
    if (isFile) open.push(...linksIn(await response.text()));
  }
  return found;
}

test("links from the landing page lead to every static page, and no link is dead", async () => {
  const found = await crawl(pathOf(DEFAULT_LANGUAGE, "index"));
  for (const [path, response] of found) expect(response.status, path).toBe(200);
  for (const { language, name } of readContent()) expect([...found.keys()]).toContain(pathOf(language, name));
});

test("a static page is served without the worker, runs no script and loads nothing", async () => {
  for (const language of LANGUAGE_KEYS) {
    const page = await new Visitor(worker).get(`/${language}`);
    expect(page.headers.get("X-Request-Id")).toBeNull();
    expect(page.headers.get("Content-Security-Policy")).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; /,
    );
    expect(page.headers.get("X-Content-Type-Options")).toBe("nosniff");
    const html = await page.text();
    expect(html).toContain(`<html lang="${language}"`);
    expect(html).not.toMatch(/<script|<link rel="stylesheet"|style="/);
  }
});

test("a missing static page gets the product's error page", async () => {
  const missing = await new Visitor(worker).get(pathOf(DEFAULT_LANGUAGE, "nothing"));
  expect(missing.status).toBe(404);
  expect(missing.headers.get("X-Request-Id")).not.toBeNull();
});

test("robots.txt links to the sitemap of the static pages", async () => {
  const robots = await new Visitor(worker).get("/robots.txt");
  expect(await robots.text()).toContain("Sitemap: https://deckle.example/site.xml\n");
});

describe("the first page", () => {
  test("is the sign-in page, unless a setting says otherwise", async () => {
    expect(await new Visitor(worker).get("/")).toRedirectTo("/login");
  });

  test("can be the landing page in the visitor's language, without a query", async () => {
    const [preferred = DEFAULT_LANGUAGE, language = DEFAULT_LANGUAGE] = COMPLETE_LANGUAGES.toReversed();
    const visitor = new Visitor(withLanding, { "Accept-Language": `${preferred}, ja;q=0.5` });
    const first = await visitor.get("/");
    expect(first).toRedirectTo(`/${preferred}`);
    expect(first.headers.get("Vary")).toContain("Accept-Language");
    expect(databaseCost(first).queries).toBe(0);
    visitor.cookies.set(LANGUAGE_COOKIE, language);
    expect(await visitor.get("/")).toRedirectTo(`/${language}`);
    const other = new Visitor(withLanding, { "Accept-Language": "ja" });
    expect(await other.get("/")).toRedirectTo(`/${DEFAULT_LANGUAGE}`);
  });

  test("is the user's area after signing in", async () => {
    expect(await (await Visitor.signedIn(withLanding)).get("/")).toRedirectTo("/app");
    expect(await (await Visitor.signedIn(withLanding, { role: "admin" })).get("/")).toRedirectTo("/manager");
  });
});
