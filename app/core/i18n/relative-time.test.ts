import { expect, test } from "vitest";
import { DAY, MINUTE } from "#app/core/lib/durations.ts";
import { relativeTime } from "./relative-time.ts";

const NOW = Date.parse("2026-11-21T12:00:00Z");

test.each([
  [0, "en", "now"],
  [-59_999, "en", "now"],
  [-MINUTE, "en", "1 minute ago"],
  [-90 * MINUTE, "en", "1 hour ago"],
  [-DAY, "en", "yesterday"],
  [29.9 * DAY, "en", "in 29 days"],
  [-61 * DAY, "fr", "il y a 2 mois"],
  [3 * DAY, "ar", "خلال ٣ أيام"],
  [-3 * DAY, "sw", "siku 3 zilizopita"],
])("%d ms from now in %s is %s", (distance, language, words) => {
  // Which digits Arabic uses depends on the platform.
  const western = (text: string) =>
    text.replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) & 0xf));
  expect(western(relativeTime(NOW + distance, NOW, language))).toBe(western(words));
});
