import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditLog, organisations, totals, users } from "#app/schema.ts";
import { gatedStorage } from "#tests/support/gated-storage.ts";
import { nextPage } from "#tests/support/next-page.ts";
import { codeOf, organisationWithPeople, rolesIn } from "#tests/support/organisation-people.ts";
import { addMembers, addOrganisation } from "#tests/support/organisations.ts";
import { rightBefore } from "#tests/support/overtaken.ts";
import { addUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Tests organisations in the manager, for administrators of the product who are not members.

const t = textsIn("en");
const LIST = "/manager/organisations";
const storage = gatedStorage();

let worker: TestWorker;
let admin: Visitor;
beforeAll(async () => {
  worker = await startTestWorker(storage.options);
  admin = await Visitor.signedIn(worker, { role: "admin" });
});
afterAll(() => worker.stop());

const found = async (id: string) =>
  (await worker.db.select().from(organisations).where(eq(organisations.id, id)))[0];

const logOf = async (id: string) =>
  (await worker.db.select().from(auditLog).where(eq(auditLog.subjectId, id))).map(({ action, code }) => [
    action,
    code,
  ]);

const original = (name: string, slug: string) => ({ original: JSON.stringify({ name, slug }) });

/** Reads a page of the list: the ids of its organisations in order, and the link to the next page. */
async function listed(response: Response) {
  const html = await response.text();
  const ids = [...html.matchAll(/href="\/manager\/organisations\/([\da-f-]{36})[?"]/g)].map(([, id]) => id);
  const next = nextPage(html)?.replaceAll("&amp;", "&");
  return { ids, next };
}

describe("the list of organisations", () => {
  test.each(["name", "-name", "created", "-created"])(
    "by %s shows each organisation once, page by page, at the cost of a page",
    async (sort) => {
      const owner = await addUser(worker);
      for (let n = 0; n < 22; n++) await addOrganisation(worker, owner.id, { name: `Press ${n % 5}` });
      const seen = [];
      let path: string | undefined = `${LIST}?sort=${sort}`;
      while (path) {
        const response: Response = await admin.get(path);
        expect(databaseCost(response)).toMatchObject({ roundTrips: 1 });
        expect(databaseCost(response).rowsRead).toBeLessThanOrEqual(60);
        const { ids, next } = await listed(response);
        seen.push(...ids);
        path = next;
      }
      const column = sort.endsWith("name") ? "name_key" : "created_at";
      const direction = sort.startsWith("-") ? "desc" : "asc";
      const { results } = await worker.d1
        .prepare(`select id from organisations order by ${column} ${direction}, id ${direction}`)
        .all<{ id: string }>();
      expect(seen).toEqual(results.map(({ id }) => id));
      const [total] = await worker.db.select().from(totals).where(eq(totals.name, "organisations"));
      expect(total?.value).toBe(results.length);
    },
  );

  test.each([
    [20, 60],
    [50, 110],
    [100, 210],
  ])(
    "has %i of them a page, in each order and with a search, and reads %i rows at most",
    async (size, most) => {
      await worker.d1
        .prepare(
          `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 2 * ?1)
         insert or ignore into organisations (id, name, name_key, slug, created_at, updated_at)
         select printf('%08x-0000-4000-8000-000000000000', n), 'Sized ' || n, 'sized ' || n, 'sized-' || n, n, n from numbers`,
        )
        .bind(size)
        .run();
      const visitor = await Visitor.signedIn(worker, { role: "admin" });
      expect((await visitor.post("/manager/list-view", { list: LIST, size: `${size}` })).status).toBe(302);
      for (const sort of ["name", "-name", "created", "-created"]) {
        const first = await visitor.get(`${LIST}?sort=${sort}`);
        const { ids, next } = await listed(first.clone());
        const second = await visitor.get(next ?? "");
        for (const response of [first, second]) {
          expect(databaseCost(response), sort).toMatchObject({ roundTrips: 1 });
          expect(databaseCost(response).rowsRead, sort).toBeLessThanOrEqual(most);
        }
        expect(ids).toHaveLength(size);
        const others = await listed(second);
        expect(others.ids).toHaveLength(size);
        expect(ids.filter((id) => others.ids.includes(id))).toEqual([]);
      }
      const found = await visitor.get(`${LIST}?searchTerm=sized`);
      expect(databaseCost(found)).toMatchObject({ roundTrips: 1 });
      expect((await listed(found)).ids).toHaveLength(size);
    },
  );

  test("finds by any part of a name or an address, and shows the number of members", async () => {
    const { id, slug } = await organisationWithPeople(worker, "member", "member");
    const rename = { name: "Éditions de Minuit", slug: "minuit-1941", ...original("Bookbinders", slug) };
    await admin.post(`${LIST}/${id}/update`, rename);
    // Each term contains a letter after f. The addresses of other tests end in hexadecimal digits, which may
    // be "ed" or "1941".
    for (const term of ["editions", "MINUIT", "édi", "minuit-19", "t-1941"]) {
      const page = await admin.get(`${LIST}?${new URLSearchParams({ searchTerm: term })}`);
      await expect(page).toShow(`Éditions de Minuit minuit-1941 ${t("organisation:members", { count: 3 })}`);
      expect((await listed(page)).ids).toEqual([id]);
    }
    const former = await admin.get(`${LIST}?${new URLSearchParams({ searchTerm: slug })}`);
    await expect(former).toShow(t("common:noResults"));
    await admin.post(`${LIST}/${id}`, { intent: "delete" });
    await expect(await admin.get(`${LIST}?searchTerm=minuit`)).toShow(t("common:noResults"));
  });

  test("counts members as they join and leave, without reading them", async () => {
    const { id, owner, others } = await organisationWithPeople(worker, "administrator", "member");
    expect((await found(id))?.memberCount).toBe(3);
    await owner.visitor.post(others[0]?.page as string, { intent: "remove" });
    await others[1]?.visitor.post(others[1].page, { intent: "remove" });
    expect((await found(id))?.memberCount).toBe(1);
  });
});

describe("the page of an organisation", () => {
  test("shows its members with roles, and links to them", async () => {
    const { id, slug, owner, others } = await organisationWithPeople(worker, "administrator");
    const page = await admin.get(`${LIST}/${id}`);
    await expect(page).toShow(slug);
    await expect(page).toShow(t("organisation:members", { count: 2 }));
    for (const role of ["owner", "administrator"] as const)
      await expect(page).toShow(t(`organisation:roles.${role}`));
    const html = await page.text();
    const links = [...html.matchAll(/href="\/manager\/users\/([\da-f-]{36})"/g)].map(([, userId]) => userId);
    expect(links).toEqual([owner.userId, others[0]?.userId]);
    expect(databaseCost(page).roundTrips).toBe(1);
  });

  test("shows many members page by page, at the cost of a page", async () => {
    const { id } = await organisationWithPeople(worker);
    await addMembers(worker, id, 99);
    const seen = new Set<string>();
    let path: string | undefined = `${LIST}/${id}`;
    while (path) {
      const page: Response = await admin.get(path);
      expect(databaseCost(page).rowsRead).toBeLessThanOrEqual(60);
      const html: string = await page.text();
      for (const [, userId = ""] of html.matchAll(/href="\/manager\/users\/([^"?]+)"/g)) seen.add(userId);
      path = nextPage(html);
    }
    expect(seen.size).toBe(100);
  });

  test("with an unknown id responds with its error code", async () => {
    for (const page of [`${LIST}/${crypto.randomUUID()}`, `${LIST}/${crypto.randomUUID()}/update`]) {
      const response = await admin.get(page);
      expect([response.status, codeOf(response)]).toEqual([404, "ORGANIZATION_NOT_FOUND"]);
    }
    const update = await admin.post(`${LIST}/${crypto.randomUUID()}/update`, { name: "X", slug: "xxx" });
    expect([update.status, codeOf(update)]).toEqual([404, "ORGANIZATION_NOT_FOUND"]);
  });
});

describe("an administrator of the product", () => {
  test("renames an organisation under the same rules as its members, and the log records it", async () => {
    const { id, slug, owner } = await organisationWithPeople(worker);
    const other = await organisationWithPeople(worker);
    const update = `${LIST}/${id}/update`;
    const send = (fields: { name: string; slug: string }) =>
      admin.post(update, { ...fields, ...original("Bookbinders", slug) });
    const taken = await send({ name: "Mine", slug: other.slug });
    expect([taken.status, codeOf(taken)]).toEqual([409, "ORGANIZATION_ALREADY_EXISTS"]);
    expect(await taken.text()).toContain(`value="${other.slug}"`);
    await expect(await send({ name: "Mine", slug: "manager" })).toShow(t("organisation:errors.slugReserved"));
    await expect(await send({ name: " ", slug })).toShow(t("organisation:errors.nameRequired"));

    expect(await send({ name: "Hogarth", slug: `${slug}-new` })).toRedirectTo(`${LIST}/${id}`);
    await expect(await admin.get(`${LIST}/${id}`)).toShow(t("tenant:success.updated"));
    expect(await logOf(id)).toEqual([["organisation.update", null]]);
    expect(await owner.visitor.get(`/app/o/${slug}`)).toRedirectTo(`/app/o/${slug}-new`);

    const stale = await send({ name: "Later", slug: `${slug}-later` });
    expect([stale.status, codeOf(stale)]).toEqual([409, "ROW_CHANGED"]);
    await expect(stale).toShow(`${t("changedMeanwhile.stored")} Hogarth`);
  });

  test("deletes an organisation with all its rows, after a proof", async () => {
    const { id, path, owner } = await organisationWithPeople(worker, "member");
    const page = `${LIST}/${id}`;
    const question = await admin.get(`${page}?confirm=delete`);
    await expect(question).toShow(t("organisation:delete.what"));
    expect(await admin.post(page, { intent: "delete" })).toRedirectTo(LIST);
    await expect(await admin.get(LIST)).toShow(t("tenant:success.deleted"));
    expect(await found(id)).toBeUndefined();
    expect(await rolesIn(worker, id)).toEqual({});
    expect(await logOf(id)).toEqual([["organisation.delete", null]]);
    expect((await owner.visitor.get(path)).status).toBe(404);
    expect(await admin.post(page, { intent: "delete" }), "a second click deletes nothing more").toRedirectTo(
      LIST,
    );
    expect(await logOf(id)).toHaveLength(1);
  });

  test.each([
    ["rename", "/update", { name: "Mine", slug: "mine-at-last" }],
    ["delete", "", { intent: "delete" }],
  ])("who loses the permission right before they %s an organisation is refused", async (_, page, fields) => {
    const { id } = await organisationWithPeople(worker);
    const before = await found(id);
    const former = await Visitor.signedIn(worker, { role: "admin" });
    const late = await rightBefore(
      storage,
      () => former.post(`${LIST}/${id}${page}`, fields),
      () =>
        worker.db
          .update(users)
          .set({ role: "user" })
          .where(eq(users.id, former.userId as string)),
    );
    expect(codeOf(late)).toBe("ACCESS_DENIED");
    expect(await found(id)).toEqual(before);
  });
});
