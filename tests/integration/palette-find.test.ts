import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dbContext, type Platform, platformContext, type Viewer, viewerContext } from "#app/context.ts";
import { createDatabase } from "#app/core/db/client.server.ts";
import { QueryStats } from "#app/core/db/query-stats.ts";
import { comparisonKey } from "#app/core/lib/comparison-key.ts";
import type { FindResult } from "#app/core/lists/search/finder.ts";
import type { Role } from "#app/permissions.ts";
import { loader } from "#app/slices/palette/routes/find.ts";
import { addUser } from "#tests/support/people.ts";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

let worker: TestWorker;
let admin: Visitor;

beforeAll(async () => {
  worker = await startTestWorker();
  admin = await Visitor.signedIn(worker, { role: "admin" });
});

afterAll(() => worker.stop());

const find = (term: string) => admin.get(`/manager/find?${new URLSearchParams({ term })}`);

const named = (name: string) => ({ name, nameKey: comparisonKey(name) });

test("the command palette finds a few users by name and address, in one round trip", async () => {
  const person = await addUser(worker, named("Chimamanda"));
  for (let n = 0; n < 6; n++) await addUser(worker, named(`Namesake ${n}`));
  for (const term of ["chimama", ` ${person.email} `, "chimamanda ".repeat(30)]) {
    const response = await find(term);
    expect(databaseCost(response).roundTrips).toBe(1);
    const entry = { to: `/manager/users/${person.id}`, name: "Chimamanda", detail: person.email };
    expect(await response.json()).toEqual({
      term: term.trim(),
      groups: [{ entity: "user", found: [entry] }],
    });
  }
  const { groups } = (await (await find("namesake")).json()) as FindResult;
  expect(groups[0]?.found).toHaveLength(5);
});

test("without a term, or for a term that matches nobody, nothing is found", async () => {
  for (const term of ["", "  ", "nobody-is-called-this", "%_\"'*"]) {
    const response = await find(term);
    expect(response.status).toBe(200);
    expect(((await response.json()) as FindResult).groups).toEqual([]);
  }
  const reader = await Visitor.signedIn(worker);
  expect((await reader.get("/manager/find?term=ada")).status).toBe(403);
});

// The roles of the product that may enter the manager may all list everything there. A request could not show
// whether the palette checks the permission.
test("a role finds nothing that it may not list", async () => {
  const { id } = await addUser(worker, named("Hidden"));
  const foundAs = async (role: string) => {
    const context = new RouterContextProvider();
    context.set(dbContext, createDatabase(worker.d1, new QueryStats()));
    context.set(platformContext, { now: Date.now() } as Platform);
    context.set(viewerContext, Promise.resolve({ role: role as Role } as Viewer));
    const url = new URL("/manager/find?term=hidden", worker.url);
    return loader({ url, context } as unknown as Parameters<typeof loader>[0]);
  };
  expect(await foundAs("nobody")).toEqual({ term: "hidden", groups: [] });
  expect(await foundAs("admin")).toMatchObject({
    groups: [{ entity: "user", found: [{ to: `/manager/users/${id}` }] }],
  });
});
