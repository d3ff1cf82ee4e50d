import { createContext } from "react";
import { parseUrl, safeRedirect } from "#app/http/safe-redirect.ts";
import type { Deployment } from "./deployment.ts";
import type { Theme } from "./theme.ts";

/** Whom an administrator sees the site as, and until when at the latest, in words. */
export interface ImpersonationNotice {
  user: string;
  until: string;
}

/** What a document is rendered with that no loader may know: it must be there on error pages, too. */
export interface DocumentValues {
  /** Of the Content-Security-Policy; "" in the browser, which hides it from script. */
  nonce: string;
  requestId: string;
  /** The page of this site that the reader came from, if any: where Back leads. */
  previousPath: string | null;
  /** The theme that the browser has asked for. */
  theme: Theme;
  /** Whether the page goes out without script (http/save-data). */
  savesData: boolean;
  /** Whom the site is seen as. */
  impersonation: ImpersonationNotice | null;
  deployment: Deployment;
  /** The strings that the page speaks with, by language, as JSON. */
  translations: string;
}

/** For what is drawn without a document, in tests. */
const NO_DEPLOYMENT: Deployment = {
  environment: null,
  build: { version: "", commit: null, date: "1970-01-01T00:00:00Z", environment: null },
};

export const DocumentContext = createContext<DocumentValues>({
  nonce: "",
  requestId: "",
  previousPath: null,
  theme: "system",
  savesData: false,
  impersonation: null,
  deployment: NO_DEPLOYMENT,
  translations: "{}",
});

/** Where the document keeps its values for the browser. */
export const TRANSLATIONS_ELEMENT = "translations";

/** The path a Referer names, if it is of this site and another page. */
export function previousPathOf(referrer: string | null, current: URL | Location): string | null {
  const url = referrer ? parseUrl(referrer) : null;
  if (url?.origin !== current.origin || url.pathname === current.pathname) return null;
  return safeRedirect(url.pathname + url.search);
}
