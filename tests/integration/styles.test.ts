import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LANGUAGE_KEYS } from "#app/core/i18n/languages.ts";
import { weighPage } from "#tests/support/page-weight.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// The first page that a browser opens contains the styles, and later pages link to them
// (docs/decisions/0094).

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker({ seeded: true });
});
afterAll(() => worker.stop());

const SHEET = /<link[^>]* rel="stylesheet" href="(\/assets\/([\w-]+\.css))#?"\/>/;
const INLINE = /<style nonce="([\w-]+)"[^>]*>(.*?)<\/style>/s;

/** Finds out where a page has its styles. */
async function stylesOf(page: Response) {
  const html = await page.clone().text();
  const [head = "", body = ""] = html.split("</head>");
  return { html, inline: INLINE.exec(html), head: SHEET.exec(head), body: SHEET.exec(body) };
}

const FIRST_PAGES = ["/login", "/login?lng=ar", "/login/verify?email=a%40example.com", "/nowhere"];

test.each(FIRST_PAGES)("the first page of a browser comes with its styles: %s", async (path) => {
  const page = await new Visitor(worker).get(path);
  const { inline, head, body } = await stylesOf(page);
  const [, nonce, css] = inline ?? [];
  expect(page.headers.get("Content-Security-Policy")).toContain(`style-src 'self' 'nonce-${nonce}'`);
  expect(head, "nothing to wait for").toBeNull();
  expect(page.headers.get("Link"), "a font that is preloaded would be waited for, too").toBeNull();
  const [, url, name] = body ?? [];
  expect(css).toBe(readFileSync(`build/client${url}`, "utf8"));
  expect(page.headers.getSetCookie()).toContain(
    `styles=${name}; Max-Age=604800; Path=/; SameSite=Lax; HttpOnly`,
  );
});

test("the first page of an area comes with all the style sheets that it needs", async () => {
  const page = await (await Visitor.signedIn(worker, { role: "admin" })).get("/manager/users");
  const { html, inline, head } = await stylesOf(page);
  const files = [...html.matchAll(new RegExp(SHEET, "g"))].map(([, url]) => `build/client${url}`);
  expect(files.length).toBeGreaterThan(1);
  expect(inline?.[2]).toBe(files.map((file) => readFileSync(file, "utf8")).join("\n"));
  expect(head).toBeNull();
});

test("later pages link to the sheet, preload their font, and set no cookie", async () => {
  const visitor = new Visitor(worker);
  await visitor.get("/login");
  for (const path of FIRST_PAGES.filter((path) => !path.includes("lng"))) {
    const page = await visitor.get(path);
    const { inline, head, body } = await stylesOf(page);
    expect(inline, path).toBeNull();
    expect(head?.[1], path).toMatch(/\.css$/);
    expect(body, path).toBeNull();
    expect(page.headers.get("Link"), path).toMatch(/^<\/assets\/latin-[\w-]+\.woff2>; rel=preload; as=font;/);
    expect(page.headers.getSetCookie(), path).toEqual([]);
  }
});

test("after a deployment with other styles, the next page comes with them", async () => {
  const visitor = new Visitor(worker, { Cookie: "styles=frame-00000000.css" });
  expect((await stylesOf(await visitor.get("/login"))).inline).not.toBeNull();
});

test("a browser that keeps no cookies gets the styles each time, and so does one that saves data", async () => {
  for (const saveData of ["off", "on"]) {
    const visitor = new Visitor(worker, { "Save-Data": saveData });
    const { inline, head } = await stylesOf(await visitor.get("/login"));
    expect(inline).not.toBeNull();
    expect(head).toBeNull();
  }
});

test("a cookie that was set over https is only sent over https", async () => {
  const page = await worker.miniflare.dispatchFetch("https://deckle.test/login");
  expect(page.headers.getSetCookie().join()).toMatch(/\bstyles=[^,]*; Secure/);
});

test.each(LANGUAGE_KEYS)(
  "the sign-in page and its styles fit into the first congestion window: %s",
  async (lng) => {
    const visitor = new Visitor(worker, { Cookie: `lng=${lng}` });
    const first = await weighPage(await visitor.get("/login"));
    expect(first.htmlKB).toBeLessThan(12);
    expect(first.htmlKB).toBe(first.htmlAndStylesKB);
    expect((await weighPage(await visitor.get("/login"))).htmlKB).toBeLessThan(4);
  },
);
