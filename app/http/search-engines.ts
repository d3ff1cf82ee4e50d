import { PUBLIC_PAGES } from "#app/public-pages.ts";
import type { Settings } from "#app/settings.ts";

/** What describes the site to search engines and link previews, and is no page itself. */
const DESCRIPTIONS = ["/robots.txt", "/sitemap.xml", "/manifest.webmanifest"];

/** Whether search engines may list this deployment: a named environment, such as a preview, is for those who know of it. */
export const isListed = ({ ENVIRONMENT_NAME }: Settings): boolean => !ENVIRONMENT_NAME;

/** Whether search engines may list a page. The X-Robots-Tag header tells them if not. */
export const isListedPage = (settings: Settings, pathname: string): boolean =>
  isListed(settings) && (PUBLIC_PAGES.includes(pathname) || DESCRIPTIONS.includes(pathname));
