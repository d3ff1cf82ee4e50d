import type { i18n as I18n } from "i18next";
import { COMPLETE_LANGUAGES, isLanguage, LANGUAGE_PARAMETER } from "#app/core/i18n/languages.ts";
import { PRODUCT_NAME } from "#app/product.ts";
import { isPublicPage, PUBLIC_PAGES } from "#app/public-pages.ts";
import type { Settings } from "#app/settings.ts";

/** The image of a link preview (`npm run preview-image`). */
const IMAGE = { path: "/preview.png", width: "1200", height: "630" };

/**
 * Describes a page to programs: the product in one sentence, and for a public page the data for search
 * engines and link previews, an image, and its address in each language. Browsers don't use it, so their
 * script does not include it (docs/decisions/0037).
 * @param url the page's; of its parameters only the language is used
 */
export function PublicHead({ url, settings, i18n }: { url: URL; settings: Settings; i18n: I18n }) {
  const { pathname } = url;
  if (!isPublicPage(pathname)) return <meta name="description" content={i18n.t("app:tagline")} />;
  const description = i18n.t(PUBLIC_PAGES[pathname]);
  const named = url.searchParams.get(LANGUAGE_PARAMETER);
  return (
    <>
      <meta name="description" content={description} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={PRODUCT_NAME} />
      <meta property="og:title" content={PRODUCT_NAME} />
      <meta property="og:description" content={description} />
      <meta name="twitter:card" content="summary_large_image" />
      {settings.BASE_URL && (
        <Addresses
          page={new URL(pathname, settings.BASE_URL)}
          language={isLanguage(named) ? named : null}
          imageText={`${PRODUCT_NAME}. ${description}`}
        />
      )}
    </>
  );
}

/** The elements that need the page's full URL, because search engines and link previews do not resolve paths. */
function Addresses({
  page,
  language,
  imageText,
}: {
  page: URL;
  /** The language in the URL, if any. */
  language: string | null;
  imageText: string;
}) {
  const own = language ? inLanguage(page, language) : page.href;
  return (
    <>
      <link rel="canonical" href={own} />
      <link rel="alternate" hrefLang="x-default" href={page.href} />
      {COMPLETE_LANGUAGES.map((key) => (
        <link key={key} rel="alternate" hrefLang={key} href={inLanguage(page, key)} />
      ))}
      <meta property="og:url" content={own} />
      <meta property="og:image" content={new URL(IMAGE.path, page).href} />
      <meta property="og:image:width" content={IMAGE.width} />
      <meta property="og:image:height" content={IMAGE.height} />
      <meta property="og:image:alt" content={imageText} />
    </>
  );
}

/** The page's address with its language. */
const inLanguage = (page: URL, language: string): string =>
  new URL(`?${new URLSearchParams({ [LANGUAGE_PARAMETER]: language })}`, page).href;
