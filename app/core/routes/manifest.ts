import { i18nContext } from "#app/context.ts";
import { languageOf } from "#app/core/i18n/languages.ts";
import { themeColour } from "#app/core/ui/theme.ts";
import { PRODUCT_NAME } from "#app/product.ts";
import type { Route } from "./+types/manifest.ts";

/** The web app manifest (W3C), which makes the site installable. */
export function loader({ context }: Route.LoaderArgs) {
  const i18n = context.get(i18nContext);
  const { key, direction } = languageOf(i18n);
  const colour = themeColour("system", "light");
  const manifest = {
    id: "/",
    name: PRODUCT_NAME,
    short_name: PRODUCT_NAME,
    description: i18n.t("app:tagline"),
    lang: key,
    dir: direction,
    start_url: "/",
    scope: "/",
    display: "standalone",
    theme_color: colour,
    background_color: colour,
    icons: [
      { src: "/icon.svg", type: "image/svg+xml", sizes: "any" },
      { src: "/icon-192.png", type: "image/png", sizes: "192x192" },
      { src: "/icon-512.png", type: "image/png", sizes: "512x512" },
      { src: "/icon-maskable-512.png", type: "image/png", sizes: "512x512", purpose: "maskable" },
    ],
  };
  return new Response(JSON.stringify(manifest), {
    headers: { "Content-Type": "application/manifest+json", "Cache-Control": "public, max-age=86400" },
  });
}
