import fc from "fast-check";
import { expect, test } from "vitest";
import { dayOf, startOfDay } from "./calendar-day.ts";

test.each([
  ["2026-11-21", "UTC", "2026-11-21T00:00:00Z"],
  ["2026-11-21", "Africa/Nairobi", "2026-11-20T21:00:00Z"],
  ["2026-07-01", "Europe/Paris", "2026-06-30T22:00:00Z"],
  ["2026-01-01", "America/New_York", "2026-01-01T05:00:00Z"],
])("%s begins in %s at %s", (day, timeZone, instant) => {
  expect(startOfDay(day, timeZone)).toBe(Date.parse(instant));
});

test("a day begins on that day even where the clock is put forward at midnight", () => {
  const zones = fc.constantFrom("UTC", "Africa/Cairo", "Asia/Beirut", "America/Santiago", "Pacific/Apia");
  const days = fc
    .date({ min: new Date("2020-01-01"), max: new Date("2035-12-31"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  fc.assert(fc.property(days, zones, (day, zone) => dayOf(startOfDay(day, zone), zone) === day));
});
