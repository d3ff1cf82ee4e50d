import { expect, test } from "vitest";
import { lastDayOf, selectableDays } from "./token-end.ts";

const today = "2027-12-31";

test.each([
  ["30", "2028-01-30"],
  ["90", "2028-03-30"],
  ["365", "2028-12-30"],
] as const)(
  "the last day of a token for %s days does not depend on a day that was selected before",
  (ends, expected) => {
    expect(lastDayOf({ ends }, today)).toBe(expected);
    expect(lastDayOf({ ends, lastDay: "1999-01-01" }, today)).toBe(expected);
  },
);

test("a token may expire today or up to 366 days ahead, not before or after", () => {
  const { first, last } = selectableDays(today);
  expect([first, last]).toEqual([today, "2028-12-31"]);
  for (const lastDay of [first, "2028-02-29", last])
    expect(lastDayOf({ ends: "day", lastDay }, today)).toBe(lastDay);
  for (const lastDay of ["2027-12-30", "2029-01-01", "9999-12-31", "0000-01-01", undefined])
    expect(lastDayOf({ ends: "day", lastDay }, today)).toBeNull();
});
