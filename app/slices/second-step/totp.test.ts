import { expect, test } from "vitest";
import { showSecret, timeStepOf } from "./totp.server.ts";

/** The secret of RFC 6238, Appendix B, in base32. */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

test.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [20_000_000_000, "353130"],
])("at %d seconds the code equals that of RFC 6238", (seconds, code) => {
  expect(timeStepOf(SECRET, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
});

test("a clock may be one step fast or slow, and a code identifies its step", () => {
  const accepted = [-61, -60, -31, -30, 0, 29, 30, 59, 60].map((off) =>
    timeStepOf(SECRET, "081804", (1_111_111_080 + off) * 1000),
  );
  const step = 1_111_111_080 / 30;
  expect(accepted).toEqual([null, null, null, step, step, step, step, step, null]);
});

test("an app gets the secret from a QR code, a link or typed groups", () => {
  const { uri, groups, qr } = showSecret(SECRET, "ada@example.com");
  const { protocol, host, searchParams } = new URL(uri);
  expect([protocol, host]).toEqual(["otpauth:", "totp"]);
  expect(Object.fromEntries(searchParams)).toMatchObject({
    secret: SECRET,
    algorithm: "SHA1",
    digits: "6",
    period: "30",
  });
  expect(groups).toBe("GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ");
  expect(qr.size).toBeGreaterThan(21);
});
