import { expect, test } from "vitest";
import { SECOND } from "#app/core/lib/durations.ts";
import { type Positions, startOfRead } from "./bookmarks.server.ts";

const NOW = Date.UTC(2026, 10, 22);

const positions = (lastWrite: [string, number] | null, lastRead: [string, number] | null): Positions => {
  const position = (given: [string, number] | null) =>
    given && { bookmark: given[0], confirmedAt: NOW - given[1] };
  return { "last-write": position(lastWrite), "last-read": position(lastRead) };
};

test("a visitor reads from any replica, and a user's session first from the primary", () => {
  expect(startOfRead(positions(null, null), false, NOW)).toBe("first-unconstrained");
  expect(startOfRead(positions(null, null), true, NOW)).toBe("first-primary");
});

test("a browser that has just written reads from the primary for ten seconds", () => {
  const read: [string, number] = ["00000009", 60 * SECOND];
  expect(startOfRead(positions(["00000010", 9 * SECOND], read), true, NOW)).toBe("first-primary");
  expect(startOfRead(positions(["00000010", 10 * SECOND], read), true, NOW)).toEqual({
    bookmark: "00000010",
  });
});

test("a read starts from the newer of the browser's last write and last read", () => {
  const older: [string, number] = ["00000010", 60 * SECOND];
  const newer: [string, number] = ["00000011", 90 * SECOND];
  for (const both of [positions(older, newer), positions(newer, older)]) {
    expect(startOfRead(both, true, NOW)).toEqual({ bookmark: "00000011" });
  }
});
