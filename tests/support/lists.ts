import { describe, expect, test } from "vitest";
import { filtersOf, type Listing, sortsOf } from "#app/core/lists/listing.ts";
import { databaseCost, type Visitor } from "./visitor.ts";

/** The list of a new owner, who has no rows yet. */
interface OpenList {
  visitor: Visitor;
  ownerId: string;
  /** The path of the list, with the parameters that every request has. */
  list: string;
  /** The path of its rows, if it differs from the path of the list. */
  rows?: string;
}

/** How many rows a page of 20 may read, including the options of its filters. */
const ROWS_READ = 60;

/** Declares tests for a list of owned rows, in each of its orders and with each of its filters. */
export function describeList({
  listing,
  open,
  add,
  filledIn,
}: {
  listing: Listing;
  open: () => Promise<OpenList>;
  /** Adds a row. */
  add: (ownerId: string) => Promise<unknown>;
  /** The fields of a form as its owner fills it in. */
  filledIn: (title: string) => Record<string, string>;
}) {
  const pathWith = (list: string, asked: Record<string, string>) =>
    `${list}${list.includes("?") ? "&" : "?"}${new URLSearchParams(asked)}`;

  async function read(visitor: Visitor, path: string): Promise<string> {
    const response = await visitor.get(path);
    expect(databaseCost(response).roundTrips, path).toBe(1);
    expect(databaseCost(response).rowsRead, path).toBeLessThanOrEqual(ROWS_READ);
    return response.text();
  }

  /** The options of a filter. */
  const choicesIn = (html: string, filter: string): string[] => {
    const [, options = ""] = new RegExp(`<select[^>]* name="${filter}".*?>(.*?)</select>`).exec(html) ?? [];
    return [...options.matchAll(/<option value="([^"]+)"/g)].map(([, value]) => value as string);
  };

  describe("the list", () => {
    test.each(sortsOf(listing))("pages through all of them, each once, sorted by %j", async (sort) => {
      const { visitor, ownerId, list, rows = list } = await open();
      for (let n = 0; n < 25; n++) await add(ownerId);
      const seen: string[] = [];
      for (let path: string | undefined = pathWith(list, { sort }); path; ) {
        const html = await read(visitor, path);
        seen.push(
          ...[...html.matchAll(new RegExp(`href="${rows}/([\\da-f-]{36})"`, "g"))].map(
            ([, id]) => id as string,
          ),
        );
        path = new RegExp(`href="(${rows}\\?[^"]*after=[^"]*)"`).exec(html)?.[1]?.replaceAll("&amp;", "&");
      }
      expect(new Set(seen).size).toBe(25);
      expect(seen).toHaveLength(25);
    });

    test.each(filtersOf(listing))(
      "shows only what the filter %j lets through, in each order",
      async (filter) => {
        const { visitor, list, rows = list } = await open();
        const [wanted = "", other = ""] = choicesIn(await read(visitor, list), filter);
        expect(wanted, "what the filter offers").not.toBe("");
        for (const [title, value] of [
          ["Let through", wanted],
          ["Kept back", other],
        ] as const) {
          const sent = { ...filledIn(title), [filter]: value, id: crypto.randomUUID() };
          expect((await visitor.post(`${rows}/new`, sent)).status).toBe(302);
        }
        // The location of the response names the added row.
        await read(visitor, list);
        for (const sort of sortsOf(listing)) {
          const html = await read(visitor, pathWith(list, { sort, [filter]: wanted }));
          expect(html, sort).toContain("Let through");
          expect(html, sort).not.toContain("Kept back");
        }
      },
    );
  });
}
