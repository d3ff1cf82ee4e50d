import { afterAll, beforeAll, expect, test } from "vitest";
import { ENTITIES } from "#app/entities.ts";
import { OWNED_ENTITIES } from "#app/owned-entities.ts";
import { can } from "#app/permissions.ts";
import { SCOPES } from "#app/scopes.ts";
import { newTokenText } from "#app/slices/api/token/token-text.ts";
import { type PlacedRule, readAccessRules } from "#tests/support/access.ts";
import { answerTo } from "#tests/support/access-answers.ts";
import type { Actor } from "#tests/support/actor.ts";
import { ACTORS, enter } from "#tests/support/actors.ts";
import { ApiCaller } from "#tests/support/api-caller.ts";
import { type DescribedOperation, readApiDocument } from "#tests/support/api-document.ts";
import { pathOf } from "#tests/support/api-samples.ts";
import { addAccessToken } from "#tests/support/api-tokens.ts";
import { crowd } from "#tests/support/crowded-database.ts";
import { fillPath } from "#tests/support/fill-path.ts";
import {
  entityOf,
  type Filters,
  filtersOf,
  filtersOfOperation,
  type Named,
  nothingIn,
  searchesOf,
  subsetsIn,
} from "#tests/support/list-filters.ts";
import { nextPage } from "#tests/support/next-page.ts";
import { addSession, addUser } from "#tests/support/people.ts";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Counts the rows that D1 reads for every page, list, search and download. Each table has 100,000 rows, and
// all of them belong to one person.

/** How many rows D1 may read for a viewer with permission (docs/product.md, Numbers). */
const MOST = 1300;
/** How many rows D1 may read for a viewer without permission. */
const MOST_REFUSED = 5;
const AT_ONCE = 8;
/** Pages for which D1 may read more rows, with the reasons. */
const READ_MORE = [
  "/account/data", // all data about a person, up to a limit for each table; the request counts as a write
];

const rules = (await readAccessRules())
  .filter(({ path }) => !path.startsWith("/dev/"))
  // This order puts each list before its download, which has the same filters.
  .sort((a, b) => a.path.localeCompare(b.path));
const actorNamed = (name: string) => ACTORS.find((actor) => actor.name === name) as Actor;
const WATCHED = ["a visitor", "a reader", "an administrator"].map(actorNamed);

let worker: TestWorker;
let named: Named;
/** The access token of the owner of all rows. */
let ownToken = "";
const visitors = new Map<Actor, Visitor>();
beforeAll(async () => {
  worker = await startTestWorker();
  const person = await addUser(worker);
  const { id: personId } = person;
  await crowd(worker.d1, personId);
  const ids: Named["ids"] = { user: personId };
  for (const [entity, table] of Object.entries({ ...ENTITIES, ...OWNED_ENTITIES })) {
    ids[entity] ??= (await worker.d1.prepare(`select id from ${table} limit 1`).first<string>("id")) ?? "";
  }
  named = { personId, ids };
  for (const actor of WATCHED) visitors.set(actor, await enter(actor, worker));
  const { cookie } = await addSession(worker, person);
  visitors.set(actorNamed("a reader"), new Visitor(worker, { Cookie: cookie }));
  ownToken = (await addAccessToken(worker, personId, { scopes: [...SCOPES] })).text;
}, 600_000);
afterAll(() => worker.stop());

/** Runs a task for each item, a few at a time. */
async function forEach<Item>(items: Item[], task: (item: Item) => Promise<void>): Promise<void> {
  for (let n = 0; n < items.length; n += AT_ONCE) await Promise.all(items.slice(n, n + AT_ONCE).map(task));
}

/** Collects the requests that cost too much, with the rows that D1 read for them. */
class Costs {
  readonly tooMany: Record<string, number> = {};
  note(what: string, response: Response, most: number): void {
    const { rowsRead } = databaseCost(response);
    if (!(rowsRead <= most)) this.tooMany[`${what} ${response.status}`] = rowsRead;
  }
}

function urlOf({ path, query }: PlacedRule): string {
  const target = { id: named.ids[entityOf(`${path}/`) ?? ""] ?? "missing", secret: "" };
  const search = query && !path.startsWith("/manager/") ? `?${new URLSearchParams(query(target))}` : "";
  return fillPath(path, target) + search;
}

test("no page makes D1 read more rows than its limit, whatever the request, and a refused viewer makes it read almost none", async () => {
  const costs = new Costs();
  const found: Record<string, Filters> = {};
  for (const rule of rules) {
    const url = urlOf(rule);
    const admin = visitors.get(actorNamed("an administrator")) as Visitor;
    const list = found[rule.path.replace(/\/export$/, "")];
    const filters = list ?? filtersOf(rule.path, await (await admin.get(url)).text(), named);
    found[rule.path] = filters;
    const isDownload = rule.path.endsWith("/export");
    if (isDownload) expect(list, `the filters of the list that ${rule.path} downloads`).toBeDefined();
    for (const [actor, visitor] of visitors) {
      const may = answerTo(actor, rule, rule.needs) === "let in";
      const most = may ? MOST : MOST_REFUSED;
      const asked = may && !isDownload ? searchesOf(filters) : subsetsIn(filters);
      // Also try filters without results, for which a download must go through all rows.
      if (may && isDownload) asked.push(...nothingIn(filters));
      const searches = asked.map((search) => `${url}${url.includes("?") ? "&" : "?"}${search}`);
      await forEach(searches, async (search) => {
        const what = `${actor.name}: ${search}`;
        const isSent = isDownload && rule.forms !== undefined;
        const response = await (isSent ? visitor.post(search, {}) : visitor.get(search));
        if (!(may && READ_MORE.includes(rule.path))) costs.note(what, response, most);
        if (isDownload) return response.body?.cancel();
        const next = nextPage(await response.text());
        if (next)
          costs.note(
            `${what}, next`,
            await visitor.get(new URL(next, new URL(search, worker.url)).href),
            most,
          );
      });
    }
  }
  // The test has found the filters of every list.
  expect(Object.keys(found["/manager/users"]?.filters ?? {}).sort()).toEqual([
    "ban",
    "from",
    "role",
    "searchTerm",
    "to",
  ]);
  expect(Object.keys(found["/manager/audit"]?.filters ?? {}).sort()).toEqual([
    "action",
    "from",
    "person",
    "to",
  ]);
  expect(costs.tooMany).toEqual({});
}, 600_000);

/** Fills in the path of an operation with the id of the row to which most other rows refer. */
const filled = (operation: DescribedOperation) =>
  pathOf(operation).replace(
    /\{\w+\}/g,
    () => named.ids[entityOf(`${pathOf(operation)}/`) ?? ""] ?? "missing",
  );

test("no operation of the API makes D1 read more rows than its limit, and an unknown token costs one round trip", async () => {
  const { operations } = await readApiDocument(worker);
  const admin = await ApiCaller.of(worker, { role: "admin" }, [...SCOPES]);
  const costs = new Costs();
  for (const operation of operations.filter(({ method }) => method === "get")) {
    const { "x-permission": permission } = operation;
    const callers = [
      { name: "an administrator", caller: admin, most: MOST, trips: 99 },
      {
        name: "a reader",
        caller: admin.with(ownToken),
        most: !permission || can("user", permission) ? MOST : MOST_REFUSED,
        trips: 99,
      },
      { name: "a made-up token", caller: admin.with(await newTokenText()), most: MOST_REFUSED, trips: 1 },
      { name: "no token", caller: admin.with(""), most: 0, trips: 0 },
    ];
    const searches = searchesOf(filtersOfOperation(operation, named)).map(
      (search) => `${filled(operation)}?${search}`,
    );
    for (const { name, caller, most, trips } of callers) {
      await forEach(searches, async (search) => {
        const response = await caller.call(search);
        costs.note(`${name}: ${search}`, response, most);
        const { roundTrips } = databaseCost(response);
        if (roundTrips > trips) costs.tooMany[`${name}: ${search}, trips`] = roundTrips;
        const { next } = (await response.json()) as { next?: string | null };
        if (next) costs.note(`${name}: ${search}, next`, await caller.call(next), most);
      });
    }
  }
  expect(costs.tooMany).toEqual({});
}, 600_000);
