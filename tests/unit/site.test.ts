import { brotliCompressSync } from "node:zlib";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { COMPLETE_LANGUAGES, DEFAULT_LANGUAGE, LANGUAGE_KEYS } from "#app/core/i18n/languages.ts";
import { PRODUCT_NAME } from "#app/product.ts";
import { LINKED_PAGES } from "#app/slices/site/linked-pages.server.ts";
import { entriesOf } from "#app/slices/site/pages/addresses.ts";
import { parsePage, readContent } from "#app/slices/site/pages/content.ts";
import { sectionsOf } from "#app/slices/site/pages/markdown.ts";
import { headersOf, renderSite } from "#app/slices/site/pages/render-site.tsx";
import { WRONG_CHARACTERS } from "#tests/support/locales.ts";

const BASE = "https://deckle.example";
const HEAD = "---\ntitle: A title\ndescription: A sentence.\n---\n";
const place = {
  file: "en/about.md",
  name: "about",
  pathOf: (name: string) => (name === "terms" ? "/en/terms" : null),
};

/** The site, with its pictures. */
const FILES = renderSite({ base: BASE, isListed: true });

/** The text files, by path. */
const textsOf = (files: ReturnType<typeof renderSite>) =>
  new Map([...files].flatMap(([path, file]) => (typeof file === "string" ? [[path, file]] : [])));

const SITE = textsOf(FILES);

/** A site with these pages, each with the text of its file. */
const siteOf = (files: Record<string, string>, isListed = true) =>
  textsOf(
    renderSite(
      { base: BASE, isListed },
      Object.entries(files).map(([file, text]) => parsePage(file, text)),
    ),
  );

test("each page fits into the first packets of a connection", () => {
  for (const [file, html] of SITE) expect(brotliCompressSync(html).length, file).toBeLessThan(12 * 1024);
});

test("every page has a title, a description and its address in each language", () => {
  const descriptions = new Map<string, string>();
  for (const { language, name, title, description } of readContent()) {
    const path = name === "index" ? language : `${language}/${name}`;
    const html = SITE.get(`${path}.html`) ?? "";
    expect(html).toContain(`<title>${renderToStaticMarkup(`${title} · ${PRODUCT_NAME}`)}</title>`);
    expect(html, path).toContain(`<link rel="canonical" href="${BASE}/${path}"/>`);
    for (const key of COMPLETE_LANGUAGES)
      expect(html, path).toContain(` hrefLang="${key}" href="${BASE}/${key}`);
    expect(descriptions.get(description), `${path} has the description of another page`).toBeUndefined();
    descriptions.set(description, path);
    expect(SITE.get("site.xml")).toContain(`<loc>${BASE}/${path}</loc>`);
  }
});

test("a path in code breaks after a slash", () => {
  const site = siteOf({
    "en/about.md": "---\ntitle: About\ndescription: Us.\n---\n\nSee `app/a<b>/c.md`.\n",
  });
  expect(site.get("en/about.html")).toContain("<code>app/<wbr>a&lt;b>/<wbr>c.md</code>");
});

test("the text of every page has the spaces that its language requires", () => {
  const wrong = readContent().flatMap(({ language, title, description, body, file }) =>
    [title, description, ...body.split("\n")]
      .filter((line) => WRONG_CHARACTERS[language]?.test(line))
      .map((line) => `${file}: ${line}`),
  );
  // French: U+202F before : ; ! ? » and after « (docs/recipes/write-a-page.md).
  expect(wrong).toEqual([]);
});

test("link previews show a picture of the page, in the size that the page declares", () => {
  for (const [path, html] of SITE) {
    if (!path.endsWith(".html")) continue;
    const [, picture = ""] =
      /property="og:image" content="https:\/\/deckle\.example\/([^"]+)"/.exec(html) ?? [];
    const png = Buffer.from((FILES.get(picture) as Uint8Array | undefined) ?? []);
    expect(png.subarray(1, 4).toString(), `${path}: ${picture}`).toBe("PNG");
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
    expect(png.length, picture).toBeLessThan(60_000);
  }
});

/** Texts of links that say nothing about the page behind them, as Lighthouse lists them. */
const EMPTY_LINKS = [
  ...["click here", "click this", "go", "here", "information", "learn more", "more", "more info"],
  ...["more information", "right here", "read more", "see more", "start", "this"],
];

test("the text of a link says where it leads", () => {
  for (const [path, html] of SITE) {
    const texts = [...html.matchAll(/<a [^>]*>(.*?)<\/a>/gs)].map(([, text = ""]) =>
      text
        .replaceAll(/<[^>]*>/g, "")
        .trim()
        .toLowerCase(),
    );
    expect(
      texts.filter((text) => text === "" || EMPTY_LINKS.includes(text)),
      path,
    ).toEqual([]);
  }
});

/** The structured data of a page, for search engines (schema.org); null if it has none. */
function structuredData(html = ""): unknown {
  const [, json = "null"] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
  return JSON.parse(json);
}

test("the landing page and the entries of the journal describe themselves to search engines", () => {
  for (const { language, name, title, description, date } of readContent()) {
    const path = name === "index" ? language : `${language}/${name}`;
    const data = structuredData(SITE.get(`${path}.html`));
    if (name !== "index" && date === undefined) expect(data, path).toBeNull();
    else {
      expect(data, path).toEqual({
        "@context": "https://schema.org",
        inLanguage: language,
        url: `${BASE}/${path}`,
        description,
        ...(date === undefined
          ? { "@type": "WebSite", name: PRODUCT_NAME }
          : { "@type": "BlogPosting", headline: title, datePublished: date }),
      });
    }
  }
});

test("the end of a script in a description does not end the structured data", () => {
  const description = "Write </script> last.";
  const site = siteOf({ "en/index.md": `---\ntitle: Scripts\ndescription: ${description}\n---\n` });
  expect(structuredData(site.get("en.html"))).toMatchObject({ description });
});

test("the journal has a feed of its entries in each language", () => {
  const entries = entriesOf(readContent());
  for (const key of entries.length > 0 ? COMPLETE_LANGUAGES : []) {
    const feed = SITE.get(`${key}/journal.xml`) ?? "";
    for (const { name } of entries) expect(feed).toContain(`<id>${BASE}/${key}/${name}</id>`);
    expect(SITE.get(`${key}/journal.html`)).toContain(
      `type="application/atom+xml" href="/${key}/journal.xml"`,
    );
  }
});

const OTHER = COMPLETE_LANGUAGES.find((key) => key !== DEFAULT_LANGUAGE);

test.runIf(OTHER)(
  "a page that a language lacks is shown and listed in the default language, and says so",
  () => {
    const site = siteOf({
      [`${DEFAULT_LANGUAGE}/index.md`]: HEAD,
      [`${DEFAULT_LANGUAGE}/about.md`]: HEAD,
      [`${OTHER}/index.md`]: HEAD,
    });
    const html = site.get(`${OTHER}/about.html`) ?? "";
    expect(html).toContain(`<html lang="${OTHER}"`);
    expect(html).toContain(`<div lang="${DEFAULT_LANGUAGE}" dir="ltr"`);
    expect(html).toContain('<p class="note">');
    expect(html).toContain(`<link rel="canonical" href="${BASE}/${DEFAULT_LANGUAGE}/about"/>`);
    expect(html).not.toContain(`hrefLang="${OTHER}" href="https`);
    expect(site.get(`${DEFAULT_LANGUAGE}/about.html`)).not.toContain('class="note"');
    expect(site.get("site.xml")).not.toContain(`/${OTHER}/about`);
  },
);

test("a site without a known address has no absolute URLs, no sitemap and no feed", () => {
  const site = textsOf(renderSite({ base: undefined, isListed: true }));
  expect([...site.keys()].filter((file) => !file.endsWith(".html"))).toEqual([]);
  for (const html of site.values()) expect(html).not.toMatch(/canonical|og:/);
});

test("search engines list no page of a named environment", () => {
  expect(siteOf({ "en/index.md": HEAD }, false).has("site.xml")).toBe(false);
  const headers = headersOf({ base: BASE, isListed: false });
  expect(headers.match(/X-Robots-Tag: noindex/g)).toHaveLength(2 * LANGUAGE_KEYS.length);
  expect(headersOf({ base: BASE, isListed: true })).not.toContain("X-Robots-Tag");
});

test("the sign-in page links only to pages that exist", () => {
  const names = readContent().map(({ name }) => name);
  for (const name of LINKED_PAGES) expect(names).toContain(name);
});

describe("an error in a page names its file", () => {
  test.each([
    ["xx/about.md", HEAD, "there is no such language"],
    ["en/about.md", "No front matter", "lines of dashes"],
    ["en/about.md", "---\ntitle: Only a title\n---\n", "description"],
    ["en/about.md", "---\ntitle: A\ndescription: B\ncolour: red\n---\n", "colour"],
    ["en/journal/first.md", HEAD, "has a date"],
  ])("%s: %j", (file, text, message) => {
    expect(() => parsePage(file, text)).toThrow(message);
    expect(() => parsePage(file, text)).toThrow(file);
  });

  test.each([
    ["<b>bold</b>", "is HTML"],
    ["<script>alert(1)</script>", "is HTML"],
    ["text <img src=x onerror=alert(1)>", "is HTML"],
    ["[nowhere](nowhere.md)", "leads to no page"],
    ["[script](javascript:alert)", "leads to no page"],
    ["![other](https://example.com/a.png)", "is no picture of this site"],
  ])("%j", (markdown, message) => {
    expect(() => sectionsOf(markdown, place)).toThrow(message);
    expect(() => sectionsOf(markdown, place)).toThrow("en/about.md");
  });
});

test("a comment that names the slice of a line is not rendered", () => {
  expect(sectionsOf("- Your name. <!-- organisation -->", place).join("").replaceAll(/\s/g, "")).toBe(
    "<ul><li>Yourname.</li></ul>",
  );
});

test("a link names the file of a page and leads to the page", () => {
  expect(sectionsOf("[Terms](terms.md#your-account)", place)).toEqual([
    '<p><a href="/en/terms#your-account">Terms</a></p>\n',
  ]);
});
