import { afterAll, beforeAll, expect, test } from "vitest";
import { ruled } from "#app/slices.ts";
import { ROUTES } from "#scripts/lib/routes.ts";
import { SHARED_CHUNKS } from "#scripts/vite/chunks.ts";
import { weighPage } from "#tests/support/page-weight.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Limits the size of pages (docs/performance.md). Each limit is the size that was reached, so raising one
// needs a reason. A new route adds to the list of routes, and to nothing else.

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker({ seeded: true });
});
afterAll(() => worker.stop());

const PAGES = [
  { path: "/login", scriptKB: 124.1, files: 8, chunks: ["framework", "frame"] },
  {
    path: "/app/account",
    scriptKB: 139.1,
    files: 12,
    chunks: ["framework", "frame", "areas", "account-manager"],
  },
  {
    path: "/manager/users",
    scriptKB: 141.9,
    files: 11,
    chunks: ["framework", "frame", "areas", "account-manager", "manager"],
  },
];

test.each(PAGES)(
  "$path loads no more script than its area needs",
  async ({ path, scriptKB, files, chunks }) => {
    const visitor =
      path === "/login" ? new Visitor(worker) : await Visitor.signedIn(worker, { role: "admin" });
    const weight = await weighPage(await visitor.get(path));
    expect(weight.scripts.filter((name) => SHARED_CHUNKS.some((chunk) => chunk === name)).sort()).toEqual(
      [...chunks].sort(),
    );
    expect(weight.scriptKB).toBeLessThan(scriptKB);
    expect(weight.scripts.length, weight.scripts.join()).toBeLessThanOrEqual(files);
  },
);

test("the other pages of an account load the script of a reader's area, and none of the manager's", async () => {
  const { scripts } = await weighPage(await (await Visitor.signedIn(worker)).get("/account/time-zone"));
  expect(scripts).toContain("areas");
  expect(scripts.filter((name) => name.includes("manager"))).toEqual([]);
});

test("the list of routes, which every page loads, takes 50 bytes a route at most", async () => {
  const { routesKB } = await weighPage(await new Visitor(worker).get("/login"));
  expect(routesKB).toBeGreaterThan(0);
  expect(routesKB).toBeLessThan(0.05 * ROUTES.length);
});

test("no page loads the parts of slices that only the server needs", async () => {
  const { code } = await weighPage(await new Visitor(worker).get("/login"));
  const rules = [
    ...ruled("errorCodes").flatMap((codes) => Object.keys(codes)),
    ...ruled("auditActions").flat(),
  ];
  expect(rules.filter((rule) => code.includes(rule))).toEqual([]);
});

test("pages load React Router's production files", async () => {
  const { code } = await weighPage(await new Visitor(worker).get("/login"));
  expect(code).toContain("hydrateRoot");
  // This warning is only in the development files.
  expect(code).not.toContain("No routes matched location");
});

test("the sign-in page and its styles are small, in one response at first and in two later", async () => {
  const visitor = new Visitor(worker);
  for (const visit of ["first", "second"]) {
    const { htmlAndStylesKB } = await weighPage(await visitor.get("/login"));
    expect(htmlAndStylesKB, visit).toBeLessThan(11.9);
  }
});
