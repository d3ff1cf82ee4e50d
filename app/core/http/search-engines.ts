import { isPublicPage } from "#app/public-pages.ts";
import type { Settings } from "#app/settings.ts";

/** What describes the site to search engines and link previews, and is no page itself. */
const DESCRIPTIONS = ["/robots.txt", "/sitemap.xml", "/manifest.webmanifest"];

/** Whether search engines may list this deployment: a named environment, such as a preview, is for those who know of it. */
export const isListed = ({ ENVIRONMENT_NAME }: Settings): boolean => !ENVIRONMENT_NAME;

/**
 * Whether an answer may be listed by search engines; the X-Robots-Tag header tells them if not. One to somebody who is
 * signed in says nothing about it: no search engine has a session.
 */
export const isListedAnswer = (settings: Settings, pathname: string, isSignedIn: boolean): boolean =>
  isListed(settings) && (isSignedIn || isPublicPage(pathname) || DESCRIPTIONS.includes(pathname));
