import { isPublicPage } from "#app/public-pages.ts";
import type { Settings } from "#app/settings.ts";

/** The files that describe the site to search engines and link previews. */
const DESCRIPTIONS = ["/robots.txt", "/sitemap.xml", "/manifest.webmanifest"];

/** Whether search engines may list this deployment. A named environment, such as a preview, is not public. */
export const isListed = ({ ENVIRONMENT_NAME }: Settings): boolean => !ENVIRONMENT_NAME;

/**
 * Whether search engines may list a response; if not, it gets the X-Robots-Tag header. A response to a signed-in user
 * never needs the header, because no search engine has a session.
 */
export const isListedAnswer = (settings: Settings, pathname: string, isSignedIn: boolean): boolean =>
  isListed(settings) && (isSignedIn || isPublicPage(pathname) || DESCRIPTIONS.includes(pathname));
