import { flag } from "#app/setting-values.ts";

export const siteSettings = {
  /** Whether `/` redirects visitors to the landing page instead of the sign-in page. */
  LANDING: flag.default(false),
};
