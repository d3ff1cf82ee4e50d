import { createContext, type ReactNode } from "react";
import { parseUrl, safeRedirect } from "#app/core/http/safe-redirect.ts";
import type { Deployment } from "./deployment.ts";
import type { Theme } from "./theme.ts";

/** The user that an administrator is impersonating, and the latest time at which the impersonation ends, formatted. */
export interface ImpersonationNotice {
  user: string;
  until: string;
}

/** Values of a document that can't come from a loader, because error pages need them, too. */
export interface DocumentValues {
  /** The nonce of the Content-Security-Policy; "" in the browser, which hides the nonce from script. */
  nonce: string;
  requestId: string;
  /** The page of this site that the reader came from, if any: the target of Back. */
  previousPath: string | null;
  /** The document's first theme. */
  theme: Theme;
  /** Whether the page is sent without script (http/save-data). A page with script lacks this value. */
  savesData?: boolean;
  /** Null unless an administrator is impersonating someone. */
  impersonation: ImpersonationNotice | null;
  deployment: Deployment;
  /** Elements of the head for search engines and link previews, and styles: from the server only. */
  head?: ReactNode;
  /** Whether the document came with its styles, and needs no sheet to be drawn (shell/inline-styles.server). */
  styled: boolean;
  /** The URL from which the browser fetches the strings of this page. */
  stringsPath: string;
}

/** No default, because both entries provide it around every page. */
export const DocumentContext = createContext<DocumentValues>(null as never);

/** The path of a Referer, if it is another page of this site. */
export function previousPathOf(referrer: string | null, current: URL | Location): string | null {
  const url = referrer ? parseUrl(referrer) : null;
  if (url?.origin !== current.origin || url.pathname === current.pathname) return null;
  return safeRedirect(url.pathname + url.search);
}
