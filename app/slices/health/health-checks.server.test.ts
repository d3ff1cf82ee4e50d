import { expect, test } from "vitest";
import type { Reading } from "./health-check.ts";
import { isWell } from "./health-checks.server.ts";

test.each<Reading["kind"]>(["count", "bytes", "duration"])(
  "an amount up to its limit is fine, and more needs attention (%s)",
  (kind) => {
    expect(isWell({ kind, value: 400, most: 400 }, 0)).toBe(true);
    expect(isWell({ kind, value: 401, most: 400 }, 0)).toBe(false);
  },
);
