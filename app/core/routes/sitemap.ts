import { i18nContext, settingsContext } from "#app/context.ts";
import { isListed } from "#app/core/http/search-engines.ts";
import { PUBLIC_PAGES } from "#app/public-pages.ts";
import type { Route } from "./+types/sitemap.ts";

/** The addresses of the public pages (sitemaps.org), if BASE_URL is set and search engines may list the site. */
export function loader({ context }: Route.LoaderArgs) {
  const settings = context.get(settingsContext);
  const { BASE_URL } = settings;
  if (!isListed(settings) || !BASE_URL) {
    return new Response(`${context.get(i18nContext).t("error:404")}\n`, {
      status: 404,
      headers: { "Content-Type": "text/plain; charset=utf-8" },
    });
  }
  const sitemap = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...Object.keys(PUBLIC_PAGES).map((path) => `<url><loc>${new URL(path, BASE_URL).href}</loc></url>`),
    "</urlset>",
  ];
  return new Response(`${sitemap.join("\n")}\n`, {
    headers: { "Content-Type": "application/xml; charset=utf-8" },
  });
}
