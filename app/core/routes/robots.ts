import { settingsContext } from "#app/context.ts";
import { isListed } from "#app/core/http/search-engines.ts";
import { ruled } from "#app/slices.ts";
import type { Route } from "./+types/robots.ts";

/** The sitemap of the pages that are routes, and those of slices' pages that are files. */
const SITEMAPS: readonly string[] = ["/sitemap.xml", ...ruled("sitemaps").flat()];

/** Tells crawlers where they may go (RFC 9309): everywhere, or nowhere in a named environment. */
export function loader({ context }: Route.LoaderArgs) {
  const settings = context.get(settingsContext);
  const { BASE_URL } = settings;
  const lines = ["User-agent: *", isListed(settings) ? "Disallow:" : "Disallow: /"];
  if (isListed(settings) && BASE_URL) {
    lines.push("", ...SITEMAPS.map((path) => `Sitemap: ${new URL(path, BASE_URL).href}`));
  }
  return new Response(`${lines.join("\n")}\n`, { headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
