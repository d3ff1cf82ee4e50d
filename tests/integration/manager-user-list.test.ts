import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DAY } from "#app/core/lib/durations.ts";
import { users } from "#app/schema.ts";
import { openCheapList } from "#tests/support/cheap-list.ts";
import { textsIn } from "#tests/support/texts.ts";
import { textOf, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Tests the orders and the filters of the manager's list, with 20,000 users.

const t = textsIn("en");
/** The noon (UTC) of the first day, which is the same day in most of the world. */
const NOON = Date.UTC(2020, 0, 1, 12);

type User = typeof users.$inferSelect;

let worker: TestWorker;
let admin: Visitor;
let all: User[];
beforeAll(async () => {
  worker = await startTestWorker();
  admin = await Visitor.signedIn(worker, { role: "admin", email: "zz@example.com", name: "Zz" });
  // There are 100 administrators and 200 bans, 100 of which have ended. Ten users are created on each day,
  // and many share a name.
  await worker.d1
    .prepare(
      `with recursive n(i) as (select 0 union all select i + 1 from n where i < 19998)
       insert into users (id, email, name, name_key, role, onboarded_at, banned_at, ban_expires_at, created_at, updated_at)
       select 'u' || i, ((i * 7919) % 20000) || '@example.com', 'Name ' || (i % 50), printf('name %02d', i % 50),
         case i % 200 when 7 then 'admin' else 'user' end, 1,
         case when i % 100 = 7 then 1 end, case when i % 200 = 7 then 2 end,
         ${NOON} + (i / 10) * ${DAY} + i % 10, 0 from n`,
    )
    .run();
  await worker.d1
    .prepare(
      `insert into sessions (id, token_hash, user_id, expires_at, created_at, updated_at)
       select id, id, id, 4e12, 0, ${NOON} + rowid % 500 * ${DAY} from users where id like 'u%' and rowid % 9 > 0`,
    )
    .run();
  all = await worker.db.select().from(users);
});
afterAll(() => worker.stop());

const path = (search: Record<string, string>) => `/manager/users?${new URLSearchParams(search)}`;

async function list(path: string, mostRows = 60) {
  const { html, next } = await openCheapList(admin, path, mostRows);
  return {
    ids: [...html.matchAll(/href="\/manager\/users\/([\w-]+)(?:\?[^"]*)?" /g)]
      .map(([, id]) => id as string)
      .filter((id) => id !== "new"),
    next,
    html,
  };
}

/** Opens the first pages of a list. @returns the ids of the users, and whether the list ends there */
async function pages(path: string, most: number, mostRows = 60) {
  const ids: string[] = [];
  let next: string | undefined = path;
  for (let n = 0; next && n < most; n++) {
    const page = await list(next, mostRows);
    ids.push(...page.ids);
    next = page.next;
  }
  return { ids, ended: next === undefined };
}

const KEYS: Record<string, (user: User) => (string | number)[]> = {
  email: ({ email }) => [email],
  name: ({ nameKey, id }) => [nameKey, id],
  lastSeen: ({ lastSeenAt, id }) => [lastSeenAt ?? 0, id],
  created: ({ createdAt, id }) => [createdAt, id],
};

/** Returns the ids of users in an order. */
function sorted(selected: User[], sort: string): string[] {
  const keys = KEYS[sort.replace("-", "")] ?? (() => []);
  const sign = sort.startsWith("-") ? -1 : 1;
  const compare = (one: User, other: User) => {
    const [a, b] = [keys(one), keys(other)];
    const n = a.findIndex((key, position) => key !== b[position]);
    return n < 0 ? 0 : (a[n] ?? 0) < (b[n] ?? 0) ? -sign : sign;
  };
  return selected.toSorted(compare).map(({ id }) => id);
}

describe.each(Object.keys(KEYS).flatMap((key) => [key, `-${key}`]))("the list by %s", (sort) => {
  test("reads 60 rows a page at most, also filtered by role or ban", async () => {
    const bans = (user: User) => user.bannedAt !== null && user.banExpiresAt === null;
    for (const [search, selected, most] of [
      [{}, all, 60],
      [{ role: "admin" }, all.filter(({ role }) => role === "admin"), 60],
      [{ role: "user" }, all.filter(({ role }) => role === "user"), 60],
      [{ ban: "banned" }, all.filter(bans), 230],
      [{ ban: "not-banned" }, all.filter((user) => !bans(user)), 230],
      [{ ban: "banned", role: "user" }, all.filter((user) => bans(user) && user.role === "user"), 230],
    ] as const) {
      const expected = sorted([...selected], sort);
      const { ids, ended } = await pages(path({ ...search, sort }), 3, most);
      expect(ids, JSON.stringify(search)).toEqual(expected.slice(0, ids.length));
      expect(ids).toHaveLength(Math.min(60, expected.length));
      if (ended) expect(ids).toHaveLength(expected.length);
    }
  });
});

test("shows each user once over all pages of a filtered list", async () => {
  const admins = sorted(
    all.filter(({ role }) => role === "admin"),
    "name",
  );
  expect((await pages(path({ role: "admin", sort: "name" }), 10)).ids).toEqual(admins);
});

describe("users created in a range of days", () => {
  test("are listed with the latest first, both days included, and 60 rows read at most", async () => {
    const search = { from: "2021-03-01", to: "2021-03-03" };
    const [start, end] = [Date.UTC(2021, 2, 1), Date.UTC(2021, 2, 4)];
    const selected = all.filter(({ createdAt }) => createdAt >= start && createdAt < end);
    expect(selected).toHaveLength(30);
    expect((await pages(path(search), 5)).ids).toEqual(sorted(selected, "-created"));
    expect((await pages(path({ ...search, sort: "created" }), 5)).ids).toEqual(sorted(selected, "created"));
    // An order by email is ignored here, because no index has both the email and the time.
    const { html, ids } = await list(path({ ...search, sort: "email" }));
    expect(ids).toEqual(sorted(selected, "-created").slice(0, 20));
    expect(html.match(/aria-sort="\w+"/g)).toEqual(['aria-sort="descending"']);
    expect(html).not.toContain("sort=name");
    const role = { ...search, role: "user", to: "" };
    expect((await list(path(role))).ids).toHaveLength(20);
  });

  test.each([
    [{ from: "yesterday" }, "validation:invalid"],
    [{ to: "2026-02-30" }, "validation:invalid"],
    [{ from: "2026-02-02", to: "2026-02-01" }, "manager:errors.daysOrder"],
  ] as const)("can't be listed for invalid days: %j", async (search, problem) => {
    const response = await admin.get(path({ ...search, searchTerm: "kept" }));
    expect(response.status).toBe(200);
    const html = await response.text();
    expect(textOf(html)).toContain(t(problem));
    for (const value of [...Object.values(search), "kept"]) expect(html).toContain(`value="${value}"`);
  });
});

test("a search with filters finds each user once, and says which users it has not searched yet", async () => {
  const { ids, ended } = await pages(path({ searchTerm: "name", role: "admin" }), 100, 1500);
  expect(ended).toBe(true);
  const admins = all.filter(({ role, id }) => role === "admin" && id.startsWith("u"));
  expect(new Set(ids)).toEqual(new Set(admins.map(({ id }) => id)));
  expect(ids).toHaveLength(admins.length);
  const rare = await admin.get(path({ searchTerm: "name 01", role: "admin", ban: "banned" }));
  await expect(rare).toShow(t("manager:list.noneYet"));
});

test("unknown values are ignored, and the cursor of another order is not found", async () => {
  expect((await list(path({ role: "owner", ban: "perhaps", sort: "banned" }))).ids).toEqual(
    (await list(path({}))).ids,
  );
  const { next } = await list(path({ sort: "name" }));
  const after = new URL(next as string, worker.url).searchParams.get("after") as string;
  for (const sort of ["-name", "email", "created"]) {
    expect((await admin.get(path({ sort, after }))).status).toBe(404);
  }
});

test("an empty list names the filters and offers all users", async () => {
  const none = await admin.get(path({ role: "admin", ban: "banned", from: "2020-01-01", to: "2020-01-09" }));
  const text = textOf(await none.text());
  const removal = t("manager:list.removeFilter");
  const time = `${t("user:list.createdFrom")} Jan 1, 2020 ${t("user:list.createdTo")} Jan 9, 2020`;
  expect(text).toContain(
    [t("user:roles.admin"), t("user:banned"), time].map((filter) => `${removal} ${filter}`).join(" "),
  );
  expect(text).toContain(`${t("common:noResults")} ${t("manager:list.showAll")}`);
});

test("the page of a user links back to the same list, even after a change", async () => {
  const { html } = await list(path({ role: "user", sort: "-created" }));
  const [, link = ""] = /href="(\/manager\/users\/u\d+\?[^"]*)"/.exec(html) ?? [];
  const user = await (await admin.get(link)).text();
  expect(user).toContain('href="/manager/users?role=user&amp;sort=-created"');
  const edit = link.replace("?", "/update?");
  expect(user).toContain(edit);
  expect(await admin.post(edit, { intent: "update", name: "Renamed" })).toRedirectTo(edit);
  expect(await admin.post(link, { intent: "delete" })).toRedirectTo("/manager/users?role=user&sort=-created");
});
