import { expect } from "vitest";
import type { Visitor } from "./visitor.ts";

/** The strings that a page fetches, by language and namespace. */
export async function stringsOf(
  visitor: Visitor,
  path: string,
): Promise<Record<string, Record<string, object>>> {
  const html = await (await visitor.get(path)).text();
  const [, named = ""] = /<html[^>]* data-strings="([^"]+)"/.exec(html) ?? [];
  expect(html).toContain(`<link rel="preload" as="fetch" crossorigin="anonymous" href="${named}"`);
  const strings = await visitor.get(named.replaceAll("&amp;", "&"));
  expect(strings.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
  return strings.json();
}
