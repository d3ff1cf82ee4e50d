import { expect } from "vitest";
import { isUpload } from "#app/core/http/uploads.ts";
import { UNESCAPED } from "./hostile-texts.ts";
import { readLocales } from "./locales.ts";
import { textOf } from "./visitor.ts";

const namespaces = Object.keys(readLocales().en ?? {});

/** Matches a translation key that is shown instead of its text. */
const RAW_KEY = new RegExp(
  `(?<![\\w:.(-])(${namespaces.join("|")}):[a-z][A-Za-z]*(\\.[A-Za-z_]+)*(?![\\w:])`,
);

/** Details for the log only: where in the code an error happened, and the database's message. */
const STACK = /\bat (async )?[\w.<>]+ \(|\.js:\d+:\d+|D1_ERROR|SQLITE_|no such (table|column)|node_modules/;

const TYPES =
  /^(text\/html; charset=utf-8|text\/x-script|application\/((manifest\+)?json|xml)|text\/(plain|csv))/i;

/**
 * Checks what must be true of every response, whatever was sent: it has the headers and a known type, and shows no
 * trace of the code and no key instead of a text.
 * @param what names the request
 * @param worst the highest expected status
 * @returns the body
 */
export async function expectSound(response: Response, what: string, worst = 499): Promise<string> {
  const body = await response.text();
  const { headers, status } = response;
  // If there are too many uploads at the same time, a 503 is the right response, not a failure.
  const isBusy =
    headers.get("X-Error-Code") === "TOO_MANY_UPLOADS" && isUpload(new URL(response.url).pathname);
  expect(status, `${what}\n${body.slice(0, 500)}`).toBeLessThanOrEqual(isBusy ? 503 : worst);
  for (const [name, value] of [
    ["X-Request-Id", /^[\da-f-]{36}$/],
    ["X-Content-Type-Options", /^nosniff$/],
    ["Content-Security-Policy", /default-src 'none'/],
    ["Cache-Control", /no-store|max-age/],
  ] as const) {
    expect(headers.get(name) ?? "", `${name} of ${what}`).toMatch(value);
  }
  if (body !== "") expect(headers.get("Content-Type"), what).toMatch(TYPES);
  expect(STACK.exec(body)?.[0], `a trace of the code: ${what}`).toBeUndefined();
  const isPage = headers.get("Content-Type")?.startsWith("text/html") ?? false;
  if (isPage) expect(UNESCAPED.exec(body)?.[0], `not escaped: ${what}`).toBeUndefined();
  if (isPage) expect(RAW_KEY.exec(textOf(body))?.[0], `a translation key: ${what}`).toBeUndefined();
  return body;
}
