import { DEFAULT_LANGUAGE } from "#app/core/i18n/languages.ts";
import { PRODUCT_NAME } from "#app/product.ts";
import { entriesOf, feedPath, JOURNAL, languagesOf, pathOf } from "./addresses.ts";
import type { ContentPage } from "./content.ts";
import { PICTURE } from "./picture.tsx";

/**
 * The tags with absolute addresses, for search engines and link previews. A page without a translation exists at the
 * language's address, too, and names the page of the default language as the canonical one.
 */
export function Addresses({
  shown,
  pages,
  base,
}: {
  shown: ContentPage;
  pages: ContentPage[];
  base: string;
}) {
  const { name, title, description, date } = shown;
  const at = (path: string) => new URL(path, base).href;
  const canonical = at(pathOf(shown.language, name));
  return (
    <>
      <link rel="canonical" href={canonical} />
      <link
        rel="alternate"
        hrefLang="x-default"
        href={at(name === "index" ? "/" : pathOf(DEFAULT_LANGUAGE, name))}
      />
      {languagesOf(pages, name).map((key) => (
        <link key={key} rel="alternate" hrefLang={key} href={at(pathOf(key, name))} />
      ))}
      {(name === JOURNAL || date !== undefined) && (
        <link rel="alternate" type="application/atom+xml" href={feedPath(shown.language)} />
      )}
      <meta property="og:type" content={date === undefined ? "website" : "article"} />
      <meta property="og:site_name" content={PRODUCT_NAME} />
      <meta property="og:locale" content={shown.language} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={canonical} />
      <meta property="og:image" content={at(`${pathOf(shown.language, name)}.png`)} />
      <meta property="og:image:width" content={String(PICTURE.width)} />
      <meta property="og:image:height" content={String(PICTURE.height)} />
      <meta property="og:image:alt" content={`${PRODUCT_NAME}. ${title}`} />
      <meta name="twitter:card" content="summary_large_image" />
      {(name === "index" || date !== undefined) && (
        <script
          type="application/ld+json"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with no "<"
          dangerouslySetInnerHTML={{
            __html: JSON.stringify(structured(shown, base)).replaceAll("<", "\\u003c"),
          }}
        />
      )}
    </>
  );
}

/** The structured data of the site, or of an entry of its journal (schema.org). */
const structured = ({ title, description, date, language, name }: ContentPage, base: string) => ({
  "@context": "https://schema.org",
  inLanguage: language,
  url: new URL(pathOf(language, name), base).href,
  description,
  ...(date === undefined
    ? { "@type": "WebSite", name: PRODUCT_NAME }
    : { "@type": "BlogPosting", headline: title, datePublished: date }),
});

const xml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** The journal's feed (RFC 4287), with the entries in its language; null if there are none. */
export function feedOf(pages: ContentPage[], journal: ContentPage, base: string): string | null {
  const { language } = journal;
  const at = (path: string) => new URL(path, base).href;
  const own = entriesOf(pages).flatMap(({ name, date }) => {
    const page = pages.find((one) => one.language === language && one.name === name);
    return page ? [{ ...page, date }] : [];
  });
  const [latest] = own;
  if (!latest) return null;
  const entries = own.map(({ name, title, description, date }) => {
    const address = at(pathOf(language, name));
    return `<entry><id>${address}</id><title>${xml(title)}</title><updated>${date}T00:00:00Z</updated><link href="${address}"/><summary>${xml(description)}</summary></entry>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">`,
    `<id>${at(pathOf(language, JOURNAL))}</id>`,
    `<title>${xml(`${PRODUCT_NAME} · ${journal.title}`)}</title>`,
    `<updated>${latest.date}T00:00:00Z</updated>`,
    `<author><name>${xml(PRODUCT_NAME)}</name></author>`,
    `<link href="${at(pathOf(language, JOURNAL))}"/>`,
    `<link rel="self" type="application/atom+xml" href="${at(feedPath(language))}"/>`,
    ...entries,
    "</feed>\n",
  ].join("\n");
}

/** The sitemap: every page, in each language in which it exists (sitemaps.org). */
export function sitemapOf(pages: ContentPage[], base: string): string {
  const at = (page: ContentPage) => new URL(pathOf(page.language, page.name), base).href;
  const listed = pages.filter(({ language, name }) => languagesOf(pages, name).includes(language));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...listed.map((page) => `<url><loc>${at(page)}</loc></url>`),
    "</urlset>\n",
  ].join("\n");
}
