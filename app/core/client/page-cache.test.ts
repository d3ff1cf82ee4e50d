import type { MiddlewareFunction } from "react-router";
import { expect, test } from "vitest";
import { cachePages, isOutdated, type Results } from "./page-cache.ts";

type Arguments = Parameters<MiddlewareFunction<Results>>;

/** Sends a request through the cache. @param answer the server's response, by route */
function ask(url: string, answer: Results) {
  const request = new Request(url);
  return cachePages({ request } as Arguments[0], async () => answer) as Promise<Results>;
}

const data = (result: string) => ({ type: "data" as const, result });

test("a page from the cache is read again, even if a fetcher loads something in the meantime", async () => {
  const url = "http://localhost/app/books";
  await ask(url, { root: data("root"), books: data("before") });
  expect((await ask(url, { root: data("root"), books: data("now") })).books).toEqual(data("before"));
  expect(isOutdated(url)).toBe(true);
  await ask(`${url}?after=a-title`, { books: data("more") });
  expect(isOutdated(url)).toBe(true);
  expect((await ask(url, { root: data("root"), books: data("now") })).books).toEqual(data("now"));
  expect(isOutdated(url)).toBe(false);
});
