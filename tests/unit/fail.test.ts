import { expect, test } from "vitest";
import { reasonOf } from "#scripts/lib/fail.ts";

test("a script that fails reports the cause, not only the query that failed", () => {
  const reason = new Error("NOT NULL constraint failed: users.email");
  const query = new Error("Failed query: insert into ...", {
    cause: new Error("D1_ERROR", { cause: reason }),
  });
  expect(reasonOf(query)).toBe("NOT NULL constraint failed: users.email");
  expect(reasonOf(new Error("no such file"))).toBe("no such file");
});
