import { Hono } from "hono";
import { expect, test } from "vitest";
import * as z from "zod";
import type { ApiEnv } from "./env.ts";
import { sentFields } from "./written.server.ts";

test("a PATCH changes only the fields in its body, even if its schema has defaults", async () => {
  const schema = z.object({ name: z.string(), plan: z.string().default("free") }).partial();
  const app = new Hono<ApiEnv>().patch("/", async (c) =>
    c.json(await sentFields(c, schema.parse(await c.req.json()))),
  );
  const response = await app.request("/", { method: "PATCH", body: JSON.stringify({ name: "Ada" }) });
  expect(await response.json()).toEqual({ name: "Ada" });
});
