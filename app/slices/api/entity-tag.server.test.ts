import { Hono } from "hono";
import { expect, test } from "vitest";
import { entityTag, requireMatch } from "./entity-tag.server.ts";
import type { ApiEnv } from "./env.ts";
import { ApiProblem } from "./problem.server.ts";

// tests/integration/api-conditions.test.ts sends the other conditions to every operation. This one never reaches the
// worker, because workerd treats an empty If-Match header as absent.
test("an empty If-Match matches no tag, so the change is refused", async () => {
  const row = { id: "1" };
  const app = new Hono<ApiEnv>()
    .patch("/", async (c) => {
      await requireMatch(c, row);
      return c.text("changed");
    })
    .onError((error, c) => c.text(error instanceof ApiProblem ? error.code : String(error)));
  const change = async (condition: string) =>
    (await app.request("/", { method: "PATCH", headers: { "If-Match": condition } })).text();
  for (const condition of ["", " ", ",", " , "]) expect(await change(condition)).toBe("PRECONDITION_FAILED");
  for (const condition of ["*", await entityTag(row)]) expect(await change(condition)).toBe("changed");
});
