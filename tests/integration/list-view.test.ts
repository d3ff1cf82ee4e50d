import { afterAll, beforeAll, expect, test } from "vitest";
import { LIST_SIZES } from "#app/core/lists/view/list-view.ts";
import { nextPage } from "#tests/support/next-page.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Tests a manager's preferences for a list: the number of rows, and the columns.

const t = textsIn("en");
const COLUMNS = ["email", "role", "lastSeen", "created"];
const MOST_ROWS = { 20: 60, 50: 110, 100: 210 };

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
  await worker.d1
    .prepare(
      `with recursive n(i) as (select 0 union all select i + 1 from n where i < 249)
       insert into users (id, email, name, name_key, role, language, onboarded_at, last_seen_at, created_at, updated_at)
       select 'u' || i, printf('reader-%03d@example.com', i), printf('Reader %03d', i), printf('reader %03d', i), 'user', 'en', 1,
         1700000000000 + i, 1700000000000 + i, 1700000000000 + i from n`,
    )
    .run();
});
afterAll(() => worker.stop());

const signedIn = () => Visitor.signedIn(worker, { role: "admin" });

function choose(visitor: Visitor, size: string, visible: string[], more: Record<string, string> = {}) {
  const form = new URLSearchParams({ list: "/manager/users", size, ...more });
  for (const column of COLUMNS) form.append("columns", column);
  for (const column of visible) form.append("visible", column);
  return visitor.fetch("/manager/list-view", {
    method: "POST",
    body: form,
    headers: { "Sec-Fetch-Site": "same-origin" },
  });
}

async function shown(visitor: Visitor, path: string) {
  const response = await visitor.get(path);
  expect(response.status, path).toBe(200);
  const { roundTrips, rowsRead } = databaseCost(response);
  const html = await response.text();
  return {
    rows: [...html.matchAll(/href="\/manager\/users\/(u\d+)[?"]/g)].map(([, id]) => id),
    headings: [...html.matchAll(/<th role="columnheader"[^>]*>(.*?)<\/th>/g)].map(([, heading]) => heading),
    next: nextPage(html),
    roundTrips,
    rowsRead,
  };
}

test.each(LIST_SIZES)(
  "a page has %i rows, in each order and with a search, at a known cost",
  async (size) => {
    const visitor = await signedIn();
    expect((await choose(visitor, `${size}`, COLUMNS)).status).toBe(302);
    for (const order of ["email", "-name", "lastSeen", "-created"]) {
      const first = await shown(visitor, `/manager/users?sort=${order}`);
      const second = await shown(visitor, first.next ?? "");
      for (const { rows, roundTrips, rowsRead } of [first, second]) {
        expect(roundTrips, order).toBe(1);
        expect(rowsRead, order).toBeLessThanOrEqual(MOST_ROWS[size]);
        // The viewer is also a user in the list.
        expect(rows.length, order).toBeGreaterThanOrEqual(size - 3);
      }
      expect(first.rows.filter((id) => second.rows.includes(id))).toEqual([]);
    }
    const found = await shown(visitor, "/manager/users?searchTerm=reader");
    expect(found.rows).toHaveLength(size);
    expect(found.roundTrips).toBe(1);
    expect((await shown(visitor, "/manager/users.data")).roundTrips).toBe(1);
  },
);

test("a hidden column is missing from all rows, and can be shown again", async () => {
  const visitor = await signedIn();
  const all = (await shown(visitor, "/manager/users")).headings;
  expect(all).toHaveLength(5);
  await choose(visitor, "20", ["email", "lastSeen"]);
  const { headings, rows } = await shown(visitor, "/manager/users");
  expect(headings).toHaveLength(3);
  expect(headings.join()).not.toContain(t("user:fields.role"));
  expect(rows.length).toBeGreaterThan(15);
  await choose(visitor, "20", COLUMNS);
  expect((await shown(visitor, "/manager/users")).headings).toEqual(all);
  expect(visitor.cookies.has("list-views"), "the default is not stored").toBe(false);
});

test("each list has its own preferences, and the form returns to the list unchanged", async () => {
  const visitor = await signedIn();
  const there = "/manager/users?sort=-name";
  expect((await choose(visitor, "50", COLUMNS, { returnTo: there })).headers.get("Location")).toBe(there);
  await choose(visitor, "100", ["email"], { list: "/manager/others" });
  const users = await shown(visitor, "/manager/users");
  expect(users.rows.length).toBeGreaterThan(40);
  expect(users.rows.length).toBeLessThanOrEqual(50);
  expect(users.headings).toHaveLength(5);
});

test("unknown choices are refused, and a forged cookie is ignored", async () => {
  const visitor = await signedIn();
  for (const [size, more] of [
    ["51", {}],
    ["x", {}],
    ["50", { list: "/app/books" }],
    ["50", { list: "/manager/users|books:100" }],
    ["50", { list: "//evil.example" }],
  ] as const) {
    expect((await choose(visitor, size, COLUMNS, more)).status, `${size} ${JSON.stringify(more)}`).toBe(400);
  }
  visitor.cookies.set("list-views", "users:9999.<script>.|books|:|users");
  const { rows, headings } = await shown(visitor, "/manager/users");
  expect(rows.length).toBeLessThanOrEqual(20);
  expect(headings).toHaveLength(5);
});

test("preferences for many lists fit into a cookie", async () => {
  const visitor = await signedIn();
  for (let n = 0; n < 60; n++) {
    await choose(visitor, "100", ["email"], { list: `/manager/a-long-name-of-some-entities-${n}` });
  }
  expect(visitor.cookies.get("list-views")?.length).toBeLessThanOrEqual(2000);
  expect(visitor.cookies.get("list-views"), "the last preference is stored").toContain("entities-59");
});
