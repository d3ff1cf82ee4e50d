import type { EntryContext } from "react-router";
import { readCookie, serializeCookie } from "#app/core/lib/cookie.ts";

/** The style sheets of the build, by file. The development server has others, so its pages link to them. */
const SHEETS = import.meta.glob<string>("/build/client/assets/*.css", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** The cookie that names the sheet of every page that the browser has fetched. */
const COOKIE = "styles";
/** Seven days. Browsers keep the sheet for a year, unless they need the space. */
const COOKIE_SECONDS = 7 * 24 * 60 * 60;

/** The styles that come with a document. */
interface Styles {
  css: string;
  /** The Set-Cookie header by which the next pages know that the browser has the sheet. */
  cookie: string;
}

/**
 * The styles of a page for a browser that has not fetched the sheets of this build. Without them, the browser would
 * draw nothing until the sheets have arrived (docs/decisions/0094).
 * @returns null if the page should link to its sheets instead
 */
export function inlineStyles(
  request: Request,
  { manifest, staticHandlerContext: { matches } }: EntryContext,
): Styles | null {
  const urls = matches.flatMap(({ route }) => manifest.routes[route.id]?.css ?? []);
  const files = [...new Set(urls.map((url) => new URL(url, request.url).pathname))];
  // The root's sheet is the first, and every page has it.
  const name = files[0]?.split("/").at(-1);
  const sheets = files.map((file) => SHEETS[`/build/client${file}`]);
  if (!name || sheets.includes(undefined)) return null;
  if (readCookie(request.headers.get("Cookie"), COOKIE) === name) return null;
  const cookie = { name: COOKIE, value: name, maxAge: COOKIE_SECONDS, httpOnly: true } as const;
  return { css: sheets.join("\n"), cookie: serializeCookie(cookie, new URL(request.url)) };
}

/** Styles in the head. With a precedence, React leaves them there although the browser does not render them again. */
export function InlineStyles({ css, nonce }: { css: string; nonce: string }) {
  return (
    <style href="own" precedence="own" nonce={nonce}>
      {css}
    </style>
  );
}
