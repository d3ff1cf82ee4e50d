import { expect, test } from "vitest";
import { QueryStats } from "./query-stats.ts";

/** A call that waits until the test answers it. */
function pending() {
  let answer = () => {};
  const call = new Promise<void>((resolve) => {
    answer = resolve;
  });
  return { call: () => call, answer };
}

const cost = () => [{ rowsRead: 2, rowsWritten: 1 }];

test("calls that wait for each other are separate round trips, and parallel calls are one", async () => {
  const stats = new QueryStats();
  const [a, b, c] = [pending(), pending(), pending()];
  const first = stats.measure(a.call, cost);
  const second = stats.measure(b.call, cost);
  expect(stats.roundTrips).toBe(1);
  a.answer();
  await first;
  const third = stats.measure(c.call, cost);
  expect(stats.roundTrips).toBe(2);
  b.answer();
  c.answer();
  await Promise.all([second, third]);
  expect(stats).toMatchObject({ queries: 3, rowsRead: 6, rowsWritten: 3, roundTrips: 2 });
});

test("a call that fails counts as a round trip", async () => {
  const stats = new QueryStats();
  await expect(stats.measure(() => Promise.reject(new Error("no")), cost)).rejects.toThrow("no");
  await stats.measure(async () => {}, cost);
  expect(stats).toMatchObject({ queries: 1, roundTrips: 2 });
});
