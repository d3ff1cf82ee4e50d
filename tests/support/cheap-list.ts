import { expect } from "vitest";
import { nextPage } from "./next-page.ts";
import { databaseCost, type Visitor } from "./visitor.ts";

/** Opens a page of a list, which must take one round trip and read few rows. @returns its HTML, and the next page */
export async function openCheapList(visitor: Visitor, path: string, mostRows: number) {
  const response = await visitor.get(path);
  expect(response.status, path).toBe(200);
  const { roundTrips, rowsRead } = databaseCost(response);
  expect(roundTrips, path).toBe(1);
  expect(rowsRead, path).toBeLessThanOrEqual(mostRows);
  const html = await response.text();
  return { html, next: nextPage(html) };
}
