import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditLog, books, genres, sessions } from "#app/schema.ts";
import { confirm, emptyCatalogue, IMPORT, preview, upload } from "#tests/support/books-import.ts";
import { startDemo } from "#tests/support/demo-site.ts";
import { callsOf, disturb, startFaultyWorker } from "#tests/support/faults.ts";
import { gatedStorage } from "#tests/support/gated-storage.ts";
import { addSession, addUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");
const storage = gatedStorage();

let worker: TestWorker;
let admin: Visitor;
beforeAll(async () => {
  worker = await startTestWorker(storage.options);
  admin = await Visitor.signedIn(worker, { role: "admin", email: "adder@example.com" });
});
afterAll(() => worker.stop());
beforeEach(() => emptyCatalogue(worker));

const allBooks = () => worker.db.select().from(books).orderBy(asc(books.title));
const entries = () => worker.db.select().from(auditLog).where(eq(auditLog.action, "book.create"));

describe("an import", () => {
  test("adds the rows that are still valid when it runs, and logs only those", async () => {
    const path = await preview(admin, "title,genre\nDune,\nEmma,Prose\nOdes,Verse\n");
    storage.before(/^insert into "books"/, async () => {
      await worker.db.insert(books).values({ title: "Dune", titleKey: "dune", authorKey: "" });
      await worker.db.delete(genres).where(eq(genres.id, "Prose"));
    });
    expect(await confirm(admin, path)).toBe(`${path}?added=1&there=2`);
    expect((await allBooks()).map(({ title }) => title)).toEqual(["Dune", "Odes"]);
    expect((await entries()).map(({ subjectLabel }) => subjectLabel)).toEqual(["Odes"]);
  });

  test("adds no book whose genre has been deleted in the meantime", async () => {
    const path = await preview(admin, "title,genre\nDune,Prose\nEmma,\n");
    await worker.db.delete(genres).where(eq(genres.id, "Prose"));
    const last = await confirm(admin, path);
    expect(await allBooks()).toMatchObject([{ title: "Emma" }]);
    await expect(await admin.get(last)).toShow(t("import:errors.unknownGenre"));
  });

  test("that KV can't store shows the error next to the file", async () => {
    const faulty = await startFaultyWorker();
    const visitor = await Visitor.signedIn(faulty, { role: "admin" });
    const calls = callsOf(await upload(visitor, "title\nDune\n"));
    disturb(visitor, calls.indexOf("KV put") + 1, "refused");
    const refused = await upload(visitor, "title\nDune\n");
    expect(refused.status).toBe(500);
    await expect(refused).toShow(t("common:saveFailed"));
    await faulty.stop();
  });

  test("is visible only to the person who began it", async () => {
    const path = await preview(admin, "title\nDune\n");
    const other = await Visitor.signedIn(worker, { role: "admin" });
    expect(await other.get(path)).toRedirectTo(IMPORT);
    expect(await other.post(path, { intent: "add" })).toRedirectTo(IMPORT);
    await expect(await other.get(IMPORT)).toShow(t("import:expired"));
    expect(await allBooks()).toEqual([]);
  });

  test("continues after its session has ended and its user has signed in again", async () => {
    const user = await addUser(worker, { role: "admin" });
    const signIn = async () => {
      const visitor = new Visitor(worker);
      const [name, value] = (await addSession(worker, user)).cookie.split("=") as [string, string];
      visitor.cookies.set(name, value);
      return visitor;
    };
    const path = await preview(await signIn(), "title\nDune\n");
    await worker.db.delete(sessions).where(eq(sessions.userId, user.id));
    await confirm(await signIn(), path);
    expect(await allBooks()).toMatchObject([{ title: "Dune" }]);
  });

  test("adds nothing for a form of another kind", async () => {
    const path = await preview(admin, "title\nDune\n");
    const forms: Record<string, string>[] = [{}, { intent: "none" }];
    for (const form of forms) expect((await admin.post(path, form)).status).toBe(400);
    expect(await allBooks()).toEqual([]);
  });

  test("is refused without the permission to create books, and in the demo", async () => {
    const reader = await Visitor.signedIn(worker);
    expect((await upload(reader, "title\nDune\n")).status).toBe(403);
    const demo = await startDemo();
    const visitor = await Visitor.signedIn(demo, { role: "admin" });
    expect((await upload(visitor, "title\nDune\n")).headers.get("X-Error-Code")).toBe("DEMO_READ_ONLY");
    await demo.stop();
  });
});
