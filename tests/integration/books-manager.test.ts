import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditLog, books, deletedRows, genres } from "#app/schema.ts";
import { bookshelf } from "#tests/support/books-shelf.ts";
import { textsIn } from "#tests/support/texts.ts";
import { textOf, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;

let admin: Visitor;

beforeAll(async () => {
  worker = await startTestWorker({ seeded: true });
  admin = await Visitor.signedIn(worker, { role: "admin" });
});

afterAll(() => worker.stop());

const find = async (title: string) => (await worker.db.select().from(books).where(eq(books.title, title)))[0];

const genreNamed = async (name: string) =>
  (await worker.db.select().from(genres).where(eq(genres.name, name)))[0];

const idOf = (response: Response) => response.headers.get("Location")?.split("/").at(-1) as string;

const { list } = bookshelf(() => ({ worker, admin }));

const search = (term: string) => list(`/manager/books?${new URLSearchParams({ searchTerm: term })}`);

test("a book that is saved unchanged is reported as saved, without an entry or a new time of change", async () => {
  const before = { title: "Left alone", author: "Mariama Bâ", genreId: "", publisher: "" };
  const id = idOf(await admin.post("/manager/books/new", before));
  const made = await find(before.title);
  const entriesOf = () =>
    worker.db.select({ action: auditLog.action }).from(auditLog).where(eq(auditLog.subjectId, id));
  const original = JSON.stringify({
    title: before.title,
    author: before.author,
    genreId: null,
    publisher: null,
  });
  const saved = await admin.post(`/manager/books/${id}/update`, { ...before, original });
  expect(saved).toRedirectTo(`/manager/books/${id}`);
  expect(await find(before.title)).toEqual(made);
  expect(await entriesOf()).toEqual([{ action: "book.create" }]);
});

describe("of two managers who change the same row,", () => {
  const original = (values: Record<string, string | null>) => ({ original: JSON.stringify(values) });

  test("the second one sees the stored values, field by field", async () => {
    const [poetry, drama] = [await genreNamed("Poetry"), await genreNamed("Drama")];
    const before = { title: "Compared", author: "Isak Dinesen", genreId: poetry?.id ?? "", publisher: null };
    const created = await admin.post("/manager/books/new", { ...before, publisher: "" });
    const path = `/manager/books/${idOf(created)}/update`;
    const first = { ...before, genreId: drama?.id ?? "", publisher: "" };
    expect((await admin.post(path, { ...first, ...original(before) })).status).toBe(302);

    const second = { ...before, author: "Karen Blixen", publisher: "Putnam", ...original(before) };
    const refused = await admin.post(path, second);
    expect(refused.status).toBe(409);
    expect(refused.headers.get("X-Error-Code")).toBe("ROW_CHANGED");
    for (const [stored, typed] of [
      ["Isak Dinesen", "Karen Blixen"],
      ["Drama", "Poetry"],
      [t("none"), "Putnam"],
    ]) {
      await expect(refused).toShow(
        `${t("changedMeanwhile.stored")} ${stored} ${t("changedMeanwhile.typed")} ${typed}`,
      );
    }
    await expect(refused).not.toShow(`${t("changedMeanwhile.stored")} Compared`);
    expect((await find("Compared"))?.author).toBe("Isak Dinesen");
    const stored = { ...first, publisher: null };
    expect((await admin.post(path, { ...second, ...original(stored) })).status).toBe(302);
    expect(await find("Compared")).toMatchObject({ author: "Karen Blixen", genreId: poetry?.id });
  });

  test("the second one also sees the stored genre", async () => {
    const created = await admin.post("/manager/genres/new", { name: "Compared" });
    expect(created.status).toBe(302);
    const path = `/manager/genres/${(await genreNamed("Compared"))?.id}/update`;
    const form = { intent: "save", ...original({ name: "Compared" }) };
    expect((await admin.post(path, { ...form, name: "Compared first" })).status).toBe(302);
    const refused = await admin.post(path, { ...form, name: "Compared second" });
    expect(refused.status).toBe(409);
    await expect(refused).toShow(`${t("changedMeanwhile.stored")} Compared first`);
  });
});

describe("a manager", () => {
  test("adds a book, sees it in the list, changes it and deletes it", async () => {
    const genre = await genreNamed("Poetry");
    const fields = {
      title: " Drum-Taps in Spring ",
      author: "Walt Whitman",
      genreId: genre?.id as string,
      publisher: "",
    };
    const created = await admin.post("/manager/books/new", fields);
    const id = idOf(created);
    expect(created).toRedirectTo(`/manager/books/${id}`);
    const page = await admin.get(`/manager/books/${id}`);
    for (const text of [
      t("book:success.created"),
      "Drum-Taps in Spring",
      "Walt Whitman",
      "Poetry",
      "Edit",
      "Delete",
    ]) {
      await expect(page).toShow(text);
    }
    expect(await find("Drum-Taps in Spring")).toMatchObject({ publisher: null, genreId: genre?.id });
    expect((await search("drum-taps")).titles).toEqual(["Drum-Taps in Spring"]);
    expect((await genreNamed("Poetry"))?.bookCount).toBe((genre?.bookCount ?? 0) + 1);

    const updated = await admin.post(`/manager/books/${id}/update`, {
      ...fields,
      title: "Song of Myself",
      genreId: "",
    });
    expect(updated).toRedirectTo(`/manager/books/${id}`);
    expect((await search("drum-taps")).titles).toEqual([]);
    expect((await search("myself")).titles).toEqual(["Song of Myself"]);
    expect((await genreNamed("Poetry"))?.bookCount).toBe(genre?.bookCount);

    await expect(await admin.get(`/manager/books/${id}?confirm=delete`)).toShow(
      t("manager:deleteQuestion.description"),
    );
    expect(await admin.post(`/manager/books/${id}`, {})).toRedirectTo("/manager/books");
    await expect(await admin.get("/manager/books")).toShow(t("book:success.deleted"));
    expect((await admin.get(`/manager/books/${id}`)).status).toBe(404);
    expect((await admin.post(`/manager/books/${id}`, {})).status).toBe(404);
    expect((await search("myself")).titles).toEqual([]);
  });

  test("sees which fields are missing or too long, and keeps the typed values", async () => {
    const refused = await admin.post("/manager/books/new", {
      title: " ",
      author: "Somebody",
      publisher: "A house",
    });
    expect(refused.status).toBe(400);
    await expect(refused).toShow(t("book:errors.titleRequired"));
    const html = await refused.text();
    expect(html).toContain('value="Somebody"');
    expect(html).toContain('value="A house"');
    const long = await admin.post("/manager/books/new", { title: "a".repeat(201) });
    await expect(long).toShow(t("validation:string.max", { count: 200 }));
  });

  test("can't add the same title twice for one author or without an author, whatever the case and accents", async () => {
    const twice = await admin.post("/manager/books/new", { title: "l'etranger", author: "ALBERT CAMUS" });
    expect(twice.status).toBe(409);
    await expect(twice).toShow(t("code:BOOK_ALREADY_EXISTS"));
    expect(await twice.text()).toContain('value="l&#x27;etranger"');

    expect((await admin.post("/manager/books/new", { title: "Anonymous tales" })).status).toBe(302);
    expect((await admin.post("/manager/books/new", { title: "anonymous  TALES", author: " " })).status).toBe(
      409,
    );

    const other = await find("Emma");
    const renamed = await admin.post(`/manager/books/${other?.id}/update`, {
      title: "L'Étranger",
      author: "Albert Camus",
    });
    expect(renamed.status).toBe(409);
    await expect(renamed).toShow(t("code:BOOK_ALREADY_EXISTS"));
  });

  test("can't give a book a deleted genre", async () => {
    const refused = await admin.post("/manager/books/new", { title: "Lost", genreId: "gone" });
    expect(refused.status).toBe(400);
    await expect(refused).toShow(t("code:GENRE_NOT_FOUND"));
  });
});

describe("genres", () => {
  test("are listed with the number of their books, added, renamed and deleted", async () => {
    const list = await (await admin.get("/manager/genres?sort=toString")).text();
    expect(list, "an unknown order is ignored").toContain('aria-sort="ascending"');
    const drama = await genreNamed("Drama");
    const page = await admin.get("/manager/genres");
    await expect(page).toShow(`Drama ${t("genre:books", { count: drama?.bookCount })}`);

    expect(await admin.post("/manager/genres/new", { intent: "save", name: " Travel " })).toRedirectTo(
      "/manager/genres",
    );
    const duplicate = await admin.post("/manager/genres/new", { name: "TRAVEL" });
    expect(duplicate.status).toBe(409);
    await expect(duplicate).toShow(t("code:GENRE_ALREADY_EXISTS"));
    await expect(await admin.post("/manager/genres/new", { name: "" })).toShow(
      t("genre:errors.nameRequired"),
    );

    const travel = await genreNamed("Travel");
    const path = `/manager/genres/${travel?.id}/update`;
    await expect(await admin.post(path, { intent: "save", name: "drama" })).toShow(
      t("code:GENRE_ALREADY_EXISTS"),
    );
    expect(await admin.post(path, { intent: "save", name: "Voyages" })).toRedirectTo("/manager/genres");
    await expect(await admin.get(`${path}?confirm=delete`)).toShow(t("manager:deleteQuestion.description"));
    expect(await admin.post(path, { intent: "delete" })).toRedirectTo("/manager/genres");
    expect(await genreNamed("Voyages")).toBeUndefined();
    await expect(await admin.get(path)).toShow(t("manager:deletedMeanwhile"));
    expect((await admin.post(path, { intent: "delete" })).status).toBe(404);
  });

  test("with books can't be deleted: the message gives their number and links to them", async () => {
    const poetry = await genreNamed("Poetry");
    const path = `/manager/genres/${poetry?.id}/update`;
    const asked = await admin.get(`${path}?confirm=delete`);
    await expect(asked).toShow(t("genre:inUse", { count: poetry?.bookCount }));
    expect(await asked.text()).toContain(`/manager/books?genre=${poetry?.id}`);
    const refused = await admin.post(path, { intent: "delete" });
    expect(refused).toRedirectTo(`${path}?confirm=delete`);
    expect(refused.headers.get("X-Error-Code")).toBe("GENRE_IN_USE");
    expect(await genreNamed("Poetry")).toBeDefined();
    const { id } = poetry as NonNullable<typeof poetry>;
    expect(await worker.db.$count(auditLog, eq(auditLog.subjectId, id)), "nothing has changed").toBe(0);
    expect(await worker.db.$count(deletedRows, eq(deletedRows.id, id))).toBe(0);
    const { titles } = await list(`/manager/books?genre=${poetry?.id}`);
    expect(titles).toHaveLength(poetry?.bookCount as number);
  });
});

test("the dashboard counts books and genres, and lists the latest", async () => {
  const page = await admin.get("/manager/dashboard");
  const [newest] = await worker.db.select().from(books).orderBy(sql`rowid desc`).limit(1);
  const change = t("dashboard:thisMonth", { change: "\\+\\d+" });
  const text = textOf(await page.clone().text());
  expect(text).toMatch(new RegExp(`Books ${change} ${await worker.db.$count(books)} `));
  expect(text).toMatch(new RegExp(`Genres ${change} ${await worker.db.$count(genres)} `));
  await expect(page).toShow(`${t("book:latest.title")} ${newest?.title}`);
});

test("the audit log shows books by title, in the reader's language", async () => {
  const created = await admin.post("/manager/books/new", { title: "Audited" });
  await admin.post(`/manager/books/${idOf(created)}/update`, { title: "Audited anew" });
  await admin.post(`/manager/books/${idOf(created)}`, {});
  const page = await admin.get("/manager/audit");
  await expect(page).toShow("Added a book Audited");
  await expect(page).toShow("Changed a book Audited anew");
  await expect(page).toShow("Deleted a book Audited anew");
  const visitor = await Visitor.signedIn(worker, { role: "admin" });
  await expect(await visitor.get("/manager/audit?lng=ar")).toShow(textsIn("ar")("book:audit.update"));
});
