import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LANGUAGE_KEYS } from "#app/core/i18n/languages.ts";
import { ENVIRONMENT_COLOURS } from "#app/palette.ts";
import { PRODUCT_NAME } from "#app/product.ts";
import { PUBLIC_PAGES } from "#app/public-pages.ts";
import { ruled } from "#app/slices.ts";
import { textsIn } from "#tests/support/texts.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const BASE_URL = "https://deckle.example";

/** Pages that no search engine may list: personal ones, those that emails link to, and missing ones. */
const UNLISTED = ["/", "/login/link?token=x", "/login/error", "/not-me", "/nowhere", "/app", "/healthz"];

const robotsOf = async (visitor: Visitor, path: string) =>
  (await visitor.get(path)).headers.get("X-Robots-Tag");

describe("a site with a known address", () => {
  let worker: TestWorker;
  beforeAll(async () => {
    worker = await startTestWorker({ settings: { BASE_URL } });
  });
  afterAll(() => worker.stop());

  test.each(LANGUAGE_KEYS)("describes the sign-in page in %s, with an image and its address", async (lng) => {
    const html = await (await new Visitor(worker).get(`/login?lng=${lng}&redirect=%2Fapp`)).text();
    const tagline = textsIn(lng)("app:tagline");
    const here = `${BASE_URL}/login?lng=${lng}`;
    for (const element of [
      `<meta name="description" content="${tagline}"/>`,
      `<meta property="og:title" content="${PRODUCT_NAME}"/>`,
      `<meta property="og:description" content="${tagline}"/>`,
      `<meta property="og:url" content="${here}"/>`,
      `<meta property="og:image" content="${BASE_URL}/preview.png"/>`,
      `<link rel="canonical" href="${here}"/>`,
      `<link rel="alternate" hrefLang="x-default" href="${BASE_URL}/login"/>`,
      ...LANGUAGE_KEYS.map(
        (key) => `<link rel="alternate" hrefLang="${key}" href="${BASE_URL}/login?lng=${key}"/>`,
      ),
    ]) {
      expect(html).toContain(element);
    }
  });

  test("has a preview image of the declared size, and an icon at the default path", async () => {
    const visitor = new Visitor(worker);
    const html = await (await visitor.get("/login")).text();
    expect(html).toContain(`<link rel="canonical" href="${BASE_URL}/login"/>`);
    const image = await visitor.get("/preview.png");
    expect(image.headers.get("Content-Type")).toBe("image/png");
    const header = Buffer.from(await image.arrayBuffer());
    const size = { width: header.readUInt32BE(16), height: header.readUInt32BE(20) };
    for (const [side, length] of Object.entries(size)) {
      expect(html).toContain(`<meta property="og:image:${side}" content="${length}"/>`);
    }
    const icon = await visitor.get("/favicon.ico");
    expect(icon.status).toBe(200);
    expect(icon.headers.get("Content-Type")).toMatch(/^image\/(x-icon|vnd\.microsoft\.icon)$/);
  });

  test("lets search engines list the public pages only", async () => {
    const visitor = new Visitor(worker);
    for (const path of [...Object.keys(PUBLIC_PAGES), "/login?lng=fr", "/robots.txt", "/sitemap.xml"]) {
      expect(await robotsOf(visitor, path), path).toBeNull();
    }
    for (const path of UNLISTED) expect(await robotsOf(visitor, path), path).toBe("noindex");
    const reader = await Visitor.signedIn(worker);
    const home = await reader.get("/app");
    expect(home.headers.get("X-Robots-Tag"), "no search engine has a session").toBeNull();
    const html = await home.text();
    expect(html).toContain(`<meta name="description" content="${textsIn("en")("app:tagline")}"/>`);
    expect(html).not.toMatch(/property="og:|rel="canonical"/);
    const forged = await visitor.get("/app", { headers: { Cookie: "session=forged" } });
    expect(forged.headers.get("X-Robots-Tag")).toBe("noindex");
  });

  test("has a robots.txt that links to the sitemap", async () => {
    const sitemaps = ["/sitemap.xml", ...ruled("sitemaps").flat()];
    const robots = await new Visitor(worker).get("/robots.txt");
    expect(robots.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
    expect(await robots.text()).toBe(
      `User-agent: *\nDisallow:\n\n${sitemaps.map((path) => `Sitemap: ${BASE_URL}${path}\n`).join("")}`,
    );
    const sitemap = await new Visitor(worker).get("/sitemap.xml");
    expect(sitemap.headers.get("Content-Type")).toBe("application/xml; charset=utf-8");
    expect((await sitemap.text()).match(/<loc>.*<\/loc>/g)).toEqual(
      Object.keys(PUBLIC_PAGES).map((path) => `<loc>${BASE_URL}${path}</loc>`),
    );
  });
});

test("a site without a known address has a description, but no address that a client could choose", async () => {
  const worker = await startTestWorker();
  const visitor = new Visitor(worker);
  const html = await (await visitor.get("/login", { headers: { Host: "evil.example" } })).text();
  expect(html).toContain(`<meta name="description" content="${textsIn("en")("app:tagline")}"/>`);
  expect(html).not.toMatch(/canonical|hreflang|og:url|og:image|evil\.example/i);
  expect(await (await visitor.get("/robots.txt")).text()).toBe("User-agent: *\nDisallow:\n");
  expect((await visitor.get("/sitemap.xml")).status).toBe(404);
  await worker.stop();
});

test("a named environment is not listed by search engines, and its icon has the environment's colour", async () => {
  const settings = { BASE_URL, ENVIRONMENT_NAME: "Preview", ENVIRONMENT_COLOUR: "teal" };
  const worker = await startTestWorker({ settings });
  const visitor = new Visitor(worker);
  for (const path of ["/login", "/robots.txt", "/sitemap.xml", ...UNLISTED]) {
    expect(await robotsOf(visitor, path), path).toBe("noindex");
  }
  expect(await robotsOf(await Visitor.signedIn(worker), "/app")).toBe("noindex");
  const broken = await fetch(`${worker.url}/login`, { method: "PUT" });
  expect(broken.headers.get("X-Robots-Tag")).toBe("noindex");
  expect(await (await visitor.get("/robots.txt")).text()).toBe("User-agent: *\nDisallow: /\n");
  expect((await visitor.get("/sitemap.xml")).status).toBe(404);
  const html = await (await visitor.get("/login")).text();
  const [, icon = ""] = /<link rel="icon" href="([^"]+)"/.exec(html) ?? [];
  expect(await (await visitor.get(icon)).text()).toContain(`fill="${ENVIRONMENT_COLOURS.teal}"`);
  await worker.stop();
});
