import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { books, organisationMembers } from "#app/schema.ts";
import { organisationWithPeople, type SignedInMember } from "#tests/support/organisation-people.ts";
import { addMember } from "#tests/support/organisations.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Tests the link from a book of the catalogue to the shelf of the organisation that the reader opened last.

const t = textsIn("en");

let worker: TestWorker;
let book: typeof books.$inferSelect;
beforeAll(async () => {
  worker = await startTestWorker({ seeded: true });
  [book] = (await worker.db.select().from(books).limit(1)) as [typeof book];
});
afterAll(() => worker.stop());

/** Opens the page of the book. @returns the page, and the address of its link to a shelf */
async function read({ visitor }: Pick<SignedInMember, "visitor">) {
  const page = await visitor.get(`/app/books/${book.id}`);
  expect(page.status).toBe(200);
  const [, link = null] =
    /href="(\/app\/o\/[^"]+\/holdings\/new\?[^"]*)"/.exec(await page.clone().text()) ?? [];
  return { page, link, ...databaseCost(page) };
}

test("a reader who has opened no organisation gets no link, without a query", async () => {
  const { owner, path } = await organisationWithPeople(worker);
  await read(owner);
  const { link, queries } = await read(owner);
  expect(link).toBeNull();
  await owner.visitor.get(path);
  expect((await read(owner)).queries).toBeGreaterThan(queries);
});

test("a member gets a link to the shelf of the organisation that they opened last, filtered by the book", async () => {
  const [first, second] = [
    await organisationWithPeople(worker),
    await organisationWithPeople(worker, "member"),
  ];
  const [member] = second.others as [SignedInMember];
  await addMember(worker, { organisationId: first.id, userId: member.userId, role: "member" });
  for (const { path } of [first, second]) {
    await member.visitor.get(path);
    const { page, link, roundTrips, rowsRead } = await read(member);
    expect(link).toBe(`${path}/holdings/new?${new URLSearchParams({ searchTerm: book.title })}`);
    expect(roundTrips).toBe(1);
    expect(rowsRead).toBeLessThanOrEqual(60);
    await expect(page).toShow(t("holding:putIn", { organisation: second.name }));
    await expect(await member.visitor.get(link ?? "")).toShow(book.title);
  }
});

test("a reader gets no link with somebody else's cookie, or for an organisation that they have left", async () => {
  const { path, owner, others } = await organisationWithPeople(worker, "member");
  const [member] = others as [SignedInMember];
  await member.visitor.get(path);
  expect((await read(member)).link).not.toBeNull();
  owner.visitor.cookies.set("last-organisation", member.visitor.cookies.get("last-organisation") as string);
  expect((await read(owner)).link).toBeNull();
  await worker.db.delete(organisationMembers).where(eq(organisationMembers.id, member.memberId));
  expect((await read(member)).link).toBeNull();
});
