import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FIRST_ACCOUNTS } from "#app/identity/user/first-accounts.ts";
import { books, organisationMembers, users } from "#app/schema.ts";
import { gatedStorage } from "#tests/support/gated-storage.ts";
import { addHolding } from "#tests/support/holdings.ts";
import { codeOf, organisationWithPeople } from "#tests/support/organisation-people.ts";
import { rightBefore } from "#tests/support/overtaken.ts";
import { addSession, findUser } from "#tests/support/people.ts";
import { someone } from "#tests/support/someone.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");
const storage = gatedStorage();

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker({ ...storage.options, seeded: true });
});
afterAll(() => worker.stop());

/** Creates an organisation with a shelf, an owner and a member. */
async function shelf() {
  const organisation = await organisationWithPeople(worker, "member");
  const [member] = organisation.others;
  if (!member) throw new Error("There is no member");
  return { ...organisation, member, list: `${organisation.path}/holdings` };
}

/** Finds a book of the catalogue. */
async function someBook(place = 0) {
  const [book] = await worker.db.select().from(books).limit(1).offset(place);
  if (!book) throw new Error("There is no book");
  return book;
}

/** Reads the books on an organisation's shelf from the database. */
const onShelf = async (organisationId: string) =>
  (
    await worker.d1
      .prepare("select id, book_id, user_id, note from holdings where organisation_id = ?")
      .bind(organisationId)
      .all<{ id: string; book_id: string; user_id: string | null; note: string | null }>()
  ).results;

test("a member finds a book of the catalogue and puts it on the shelf, where all members see it and that member's name", async () => {
  const { id, list, member, owner } = await shelf();
  const book = await someBook();
  const query = `?${new URLSearchParams({ searchTerm: book.title })}`;
  const found = await member.visitor.get(`${list}/new${query}`);
  expect(databaseCost(found).roundTrips).toBe(1);
  await expect(found).toShow(t("holding:put"));
  const put = await member.visitor.post(`${list}/new${query}`, { bookId: book.id });
  expect(put).toRedirectTo(`${list}/new${query}`);
  await expect(await member.visitor.get(`${list}/new${query}`)).toShow(t("holding:there"));
  const [row] = await onShelf(id);
  await expect(await owner.visitor.get(list)).toShow(book.title);
  expect(row?.user_id).toBe(member.userId);
  await worker.db.update(users).set({ name: "Vita" }).where(eq(users.id, member.userId));
  await expect(await owner.visitor.get(`${list}/${row?.id}`)).toShow(t("holding:by", { name: "Vita" }));
});

test("the seed has three organisations, and the first accounts are members of each", async () => {
  for (const { email } of FIRST_ACCOUNTS) {
    const user = await findUser(worker, email);
    if (!user) throw new Error(`No account ${email}`);
    const reader = new Visitor(worker, { Cookie: (await addSession(worker, user)).cookie });
    const list = await (await reader.get("/app/o")).text();
    expect(new Set(list.match(/href="\/app\/o\/(?!new|last)[\w-]+"/g)).size, email).toBe(3);
  }
});

test("a book is on the shelf once, even if two members put it there at the same moment", async () => {
  const { id, list, member, owner } = await shelf();
  const { id: bookId } = await someBook();
  const put = ({ visitor }: typeof owner) => visitor.post(`${list}/new`, { bookId });
  const slow = await rightBefore(
    storage,
    () => put(owner),
    () => put(member),
  );
  expect(slow.status).toBe(302);
  expect((await put(owner)).status).toBe(302);
  expect(await onShelf(id)).toMatchObject([{ book_id: bookId, user_id: member.userId }]);
});

test("a book outside the catalogue can't be put on the shelf, and one that is removed from it stays as text", async () => {
  const { id, list, owner } = await shelf();
  const refused = await owner.visitor.post(`${list}/new`, { bookId: crypto.randomUUID() });
  expect([refused.status, codeOf(refused)]).toEqual([400, "REFERENCE_NOT_FOUND"]);
  await expect(refused).toShow(t("code:REFERENCE_NOT_FOUND"));
  const bookId = crypto.randomUUID();
  await worker.db
    .insert(books)
    .values({ id: bookId, title: "Kew Gardens", titleKey: "kew gardens", authorKey: "" });
  expect((await owner.visitor.post(`${list}/new`, { bookId })).status).toBe(302);
  const [row] = await onShelf(id);
  await expect(await owner.visitor.get(`${list}/${row?.id}`)).toShow(t("holding:toBook"));
  await worker.db.delete(books).where(eq(books.id, bookId));
  const page = await owner.visitor.get(`${list}/${row?.id}`);
  await expect(page).toShow("Kew Gardens");
  await expect(page).toShow(t("holding:gone"));
});

test("members share one note: a member who has not seen another's version sees both", async () => {
  const { id, list, member, owner } = await shelf();
  const row = await addHolding(worker, id, { note: "As it was" });
  const page = `${list}/${row.id}`;
  const original = JSON.stringify({ note: "As it was" });
  const save = (note: string) => ({ intent: "save", note, original });
  expect(await member.visitor.post(page, save("By the member"))).toRedirectTo(list);
  const refused = await owner.visitor.post(page, save("By the owner"));
  expect(refused.status).toBe(409);
  const html = await refused.text();
  for (const note of ["By the member", "By the owner"]) expect(html).toContain(note);
});

test("any member can put back a book that was taken off, unless another one like it is on the shelf", async () => {
  const { id, path, list, member, owner } = await shelf();
  const { id: bookId } = await someBook();
  const row = await addHolding(worker, id, { bookId, note: "Ours" });
  const restore = () => owner.visitor.post(`${path}/deleted/holding/${row.id}`, {});
  expect(await member.visitor.post(`${list}/${row.id}`, { intent: "remove" })).toRedirectTo(list);
  expect(await onShelf(id)).toEqual([]);
  expect(await restore()).toRedirectTo(`${list}/${row.id}`);
  expect(await onShelf(id)).toMatchObject([{ id: row.id, note: "Ours" }]);
  await member.visitor.post(`${list}/${row.id}`, { intent: "remove" });
  await member.visitor.post(`${list}/new`, { bookId });
  expect(codeOf(await restore())).toBe("ROW_NOT_RESTORED");
  const typed = { intent: "save", note: "Typed", restore: "on" };
  const saved = await owner.visitor.post(`${list}/${row.id}`, typed);
  expect([saved.status, codeOf(saved)]).toEqual([409, "ALREADY_HELD"]);
  await expect(saved).toShow("Typed");
});

test("a member who is removed from the organisation right before their form writes changes nothing", async () => {
  const { id, path, list, member } = await shelf();
  const there = await addHolding(worker, id, { note: "As it was" });
  const gone = await addHolding(worker, id);
  await member.visitor.post(`${list}/${gone.id}`, { intent: "remove" });
  const { id: bookId } = await someBook(1);
  const before = await onShelf(id);
  const membership = and(eq(organisationMembers.id, member.memberId));
  const [row] = await worker.db.select().from(organisationMembers).where(membership);
  const forms: [string, Record<string, string>][] = [
    [`${list}/new`, { bookId }],
    [`${list}/${there.id}`, { intent: "save", note: "Too late" }],
    [`${list}/${there.id}`, { intent: "remove" }],
    [`${list}/${gone.id}`, { intent: "save", note: "Too late", restore: "on" }],
    [`${path}/deleted/holding/${gone.id}`, {}],
  ];
  for (const [to, form] of forms) {
    await rightBefore(
      storage,
      () => member.visitor.post(to, form),
      () => worker.db.delete(organisationMembers).where(membership),
    );
    expect(await onShelf(id), `${to} ${JSON.stringify(form)}`).toEqual(before);
    await worker.db.insert(organisationMembers).values(row as NonNullable<typeof row>);
  }
});

test("a shelf forgets who added a book once their account is deleted, and their download lists it until then", async () => {
  const { id, list, member, owner } = await shelf();
  const { id: bookId, title } = await someBook(2);
  await member.visitor.post(`${list}/new`, { bookId });
  const [row] = await onShelf(id);
  const data = await (await member.visitor.get("/account/data")).text();
  expect(JSON.parse(data).holdings).toMatchObject([{ organisationId: id, bookId, title }]);
  expect(JSON.parse(data).holdings[0], "the note belongs to all members").not.toHaveProperty("note");
  await worker.db.delete(organisationMembers).where(eq(organisationMembers.id, member.memberId));
  const after = await (await member.visitor.get("/account/data")).text();
  expect(JSON.parse(after).holdings, "of organisations they have left").toEqual([]);
  const updatedAt = "select updated_at from holdings where organisation_id = ?";
  const before = await worker.d1.prepare(updatedAt).bind(id).first();
  const { visitor: admin } = await someone(worker, { role: "admin" });
  const deleted = await admin.post(`/manager/users/${member.userId}`, { intent: "delete" });
  expect(deleted).toRedirectTo("/manager/users");
  expect(await onShelf(id)).toMatchObject([{ id: row?.id, user_id: null }]);
  expect(await worker.d1.prepare(updatedAt).bind(id).first()).toEqual(before);
  await expect(await owner.visitor.get(`${list}/${row?.id}`)).toShow(title);
});

test.each(["-updated", "title", "-title"])(
  "10,000 books cost 60 rows and one round trip a page, sorted by %j",
  async (sort) => {
    const { id, list, owner } = await shelf();
    await worker.d1
      .prepare(
        `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 10000)
         insert into holdings (id, organisation_id, book_id, title, title_key, created_at, updated_at)
         select ?1 || n, ?1, n, 'Book ' || n, 'book ' || n, n, n from numbers`,
      )
      .bind(id)
      .run();
    let path = `${list}?sort=${sort}`;
    for (let page = 0; page < 2; page++) {
      const response = await owner.visitor.get(path);
      const { roundTrips, rowsRead } = databaseCost(response);
      expect(roundTrips).toBe(1);
      expect(rowsRead).toBeLessThanOrEqual(60);
      const html = await response.text();
      path =
        new RegExp(`href="(${list}\\?[^"]*after=[^"]*)"`).exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
      expect(path).not.toBe("");
    }
  },
);
