import { createHash } from "node:crypto";
import { renderToStaticMarkup } from "react-dom/server";
import { LANGUAGE_KEYS, LANGUAGES, type LanguageKey } from "#app/core/i18n/languages.ts";
import { PALETTE } from "#app/palette.ts";
import { entriesOf, feedPath, JOURNAL, pathOf, shownPage } from "./addresses.ts";
import { type ContentPage, readContent } from "./content.ts";
import { Entries } from "./entries.tsx";
import { Addresses, feedOf, sitemapOf } from "./head.tsx";
import { sectionsOf } from "./markdown.ts";
import { type DrawnPage, Page } from "./page.tsx";
import { pictureOf } from "./picture.tsx";
import sheet from "./site.css?raw";
import { wordsIn } from "./words.ts";

/** The deployment that the site is rendered for. */
export interface Deployment {
  /** The site's origin, for absolute addresses. Without it, there is no sitemap and no feed. */
  base: string | undefined;
  /** Whether search engines may list the site. */
  isListed: boolean;
}

/**
 * Renders the site.
 * @returns the files, by their paths in the folder of assets: a page "about.html" is served at "/about"
 * @throws {Error} that names the file, if a page is wrong
 */
export function renderSite(
  { base, isListed }: Deployment,
  pages = readContent(),
): Map<string, string | Uint8Array> {
  const files = new Map<string, string | Uint8Array>();
  const style = styleOf();
  const names = [...new Set(pages.map(({ name }) => name))];
  for (const language of LANGUAGE_KEYS) {
    for (const name of names) {
      const drawn = draw({ pages, language, name, base, style });
      files.set(
        `${pathOf(language, name).slice(1)}.html`,
        `<!doctype html>${renderToStaticMarkup(<Page {...drawn} />)}`,
      );
    }
    const journal = pages.find((page) => page.language === language && page.name === JOURNAL);
    const feed = base && journal ? feedOf(pages, journal, base) : null;
    if (feed) files.set(feedPath(language).slice(1), feed);
  }
  if (base) {
    for (const page of pages) files.set(`${pathOf(page.language, page.name).slice(1)}.png`, pictureOf(page));
  }
  if (base && isListed) files.set("site.xml", sitemapOf(pages, base));
  return files;
}

interface Drawing {
  pages: ContentPage[];
  language: LanguageKey;
  name: string;
  base: string | undefined;
  style: string;
}

function draw({ pages, language, name, base, style }: Drawing): DrawnPage {
  const shown = shownPage(pages, language, name);
  const known = new Set(pages.map((page) => page.name));
  const place = {
    file: shown.file,
    name,
    pathOf: (target: string) => (known.has(target) ? pathOf(language, target) : null),
  };
  const t = wordsIn(language);
  const menu = (which: "header" | "footer") =>
    [...known]
      .map((one) => shownPage(pages, language, one))
      .filter((page) => page.menu === which)
      .sort((a, b) => a.order - b.order)
      .map((page) => ({
        path: pathOf(language, page.name),
        label: page.label ?? page.title,
        isThis: page.name === name,
      }));
  return {
    shown,
    language,
    t,
    sections: sectionsOf(shown.body, place),
    children: name === JOURNAL && <Entries pages={pages} entries={entriesOf(pages)} language={language} />,
    menus: { header: menu("header"), footer: menu("footer") },
    languages: LANGUAGE_KEYS.map((key) => ({ key, path: pathOf(key, name) })),
    home: pathOf(language, "index"),
    style,
    head: base && <Addresses shown={shown} pages={pages} base={base} />,
  };
}

/** The only style sheet. It is inlined in each page, because a second request would cost more than its few bytes. */
function styleOf(): string {
  const colours = Object.entries(PALETTE).map(
    ([name, { light, dark }]) => `--${name}:light-dark(${light},${dark});`,
  );
  const scales = Object.entries(LANGUAGES).flatMap(([key, { fontScale }]) =>
    Number(fontScale) === 1 ? [] : [`html:lang(${key}){font-size:${fontScale * 100}%}`],
  );
  return `:root{${colours.join("")}}${scales.join("")}\n${sheet}`;
}

/**
 * The headers of the pages, in the format of Cloudflare's `_headers` file. Pages load and run only what they contain.
 */
export function headersOf({ isListed }: Deployment): string {
  const hash = createHash("sha256").update(styleOf()).digest("base64");
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    "img-src 'self'",
    // No script on the page needs this, but tools that check a page, such as Lighthouse, fetch robots.txt from within
    // the page.
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  const headers = [
    "! Content-Security-Policy",
    `Content-Security-Policy: ${policy}`,
    "Referrer-Policy: strict-origin-when-cross-origin",
    ...(isListed ? [] : ["X-Robots-Tag: noindex"]),
  ];
  const rules = LANGUAGE_KEYS.flatMap((key) => [`/${key}`, `/${key}/*`]);
  return rules.map((rule) => [rule, ...headers.map((header) => `  ${header}`)].join("\n")).join("\n");
}
