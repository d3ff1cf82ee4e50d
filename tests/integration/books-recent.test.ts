import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { books } from "#app/schema.ts";
import { addSession, addUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");
const COOKIE = "recent-books";

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
  // The book "b1" is the oldest. Every welcome page lists the latest four, so the books that this test opens
  // are others.
  for (const id of ["b1", "b2", "b3", "b4", "b5", "b6", "n1", "n2", "n3", "n4"]) {
    await worker.db.insert(books).values({ id, title: `Book ${id}`, titleKey: `book ${id}`, authorKey: "" });
  }
});
afterAll(() => worker.stop());

/** Reads the ids under "Recently opened"; null if the section is missing. */
async function recentOf(visitor: Visitor): Promise<string[] | null> {
  const page = await visitor.get("/app");
  expect(databaseCost(page).roundTrips).toBe(1);
  const [, section] = (await page.text()).split(`>${t("book:recent")}</h2>`);
  return section
    ? [...(section.split("</section>")[0] as string).matchAll(/\/app\/books\/([\w-]+)"/g)].map(
        ([, id]) => id as string,
      )
    : null;
}

const open = async (visitor: Visitor, ...ids: string[]) => {
  for (const id of ids) expect((await visitor.get(`/app/books/${id}`)).status).toBe(200);
};

describe("recently opened books", () => {
  test("are on the welcome page, four at most, the last one first", async () => {
    const reader = await Visitor.signedIn(worker);
    expect(await recentOf(reader)).toBeNull();
    await open(reader, "b1", "b2");
    expect(await recentOf(reader)).toEqual(["b2", "b1"]);
    await open(reader, "b3", "b4", "b5", "b2");
    expect(await recentOf(reader)).toEqual(["b2", "b5", "b4", "b3"]);
  });

  test("are in a cookie that signing out deletes", async () => {
    const reader = await Visitor.signedIn(worker);
    const cookieIn = (response: Response) =>
      response.headers.getSetCookie().find((line) => line.startsWith(`${COOKIE}=`));
    const line = cookieIn(await reader.get("/app/books/b1"));
    expect(line).toMatch(/; Max-Age=2592000; Path=\/; SameSite=Lax$/);
    const signedOut = cookieIn(await reader.post("/sign-out", {}));
    expect(signedOut).toBe(`${COOKIE}=; Max-Age=0; Path=/; SameSite=Lax`);
    expect(reader.cookies.has(COOKIE)).toBe(false);
  });

  test("are not shown to another user of the same browser", async () => {
    const visitor = await Visitor.signedIn(worker);
    await open(visitor, "b1", "b2");
    // The session ends without a sign-out, and another user signs in.
    const { cookie } = await addSession(worker, await addUser(worker));
    visitor.cookies.set("session", cookie.split("=")[1] as string);
    expect(await recentOf(visitor)).toBeNull();
    await open(visitor, "b3");
    expect(await recentOf(visitor)).toEqual(["b3"]);
  });

  test("do not include deleted books", async () => {
    const reader = await Visitor.signedIn(worker);
    await open(reader, "b5", "b6");
    await worker.db.delete(books).where(eq(books.id, "b6"));
    expect(await recentOf(reader)).toEqual(["b5"]);
    expect((await reader.get("/app/books/b6")).status).toBe(404);
    expect(await recentOf(reader)).toEqual(["b5"]);
  });

  test("do not include books that were only preloaded", async () => {
    const reader = await Visitor.signedIn(worker);
    await reader.get("/app/books/b1.data", { headers: { Purpose: "prefetch" } });
    expect(await recentOf(reader)).toBeNull();
    await reader.get("/app/books/b1.data");
    expect(await recentOf(reader)).toEqual(["b1"]);
  });

  test("do not include books that an administrator opens while impersonating", async () => {
    const admin = await Visitor.signedIn(worker, { role: "admin" });
    const somebody = await addUser(worker);
    expect(await admin.post(`/manager/users/${somebody.id}`, { intent: "impersonate" })).toRedirectTo("/app");
    await open(admin, "b1");
    expect(admin.cookies.has(COOKIE)).toBe(false);
  });

  test.each(["", "x", "x.y", "..", "%00.%00", "a.b.c.d.e.f", "a'.b'", `${"a".repeat(60)}.b1`])(
    "are not shown if the cookie is %j",
    async (value) => {
      const reader = await Visitor.signedIn(worker);
      reader.cookies.set(COOKIE, value);
      expect(await recentOf(reader)).toBeNull();
      await open(reader, "b1");
      expect(await recentOf(reader)).toEqual(["b1"]);
    },
  );
});
