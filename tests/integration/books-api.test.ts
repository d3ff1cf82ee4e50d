import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditLog, books, genres } from "#app/schema.ts";
import { ApiCaller } from "#tests/support/api-caller.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;
let editor: ApiCaller;

beforeAll(async () => {
  worker = await startTestWorker();
  editor = await ApiCaller.of(worker, { role: "admin" }, ["read", "write"]);
});

afterAll(() => worker.stop());

interface Book {
  id: string;
  title: string;
  author: string | null;
  publisher: string | null;
  genre: { id: string; name: string } | null;
}

async function create(path: string, json: unknown, headers: Record<string, string> = {}) {
  const response = await editor.call(path, { method: "POST", json, headers });
  if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`);
  return { response, row: (await response.json()) as Book };
}

test("an API client adds, reads, finds, changes and deletes a genre and a book, and the log names its token", async () => {
  const { row: genre } = await create("/genres", { name: "Novel" });
  const made = await create("/books", { title: " Petals of Blood ", author: "Ngũgĩ", genreId: genre.id });
  const { row } = made;
  expect(row).toMatchObject({
    title: "Petals of Blood",
    author: "Ngũgĩ",
    publisher: null,
    genre: { id: genre.id, name: "Novel" },
  });
  expect(made.response.headers.get("Location")).toBe(`${worker.url}/api/v1/books/${row.id}`);
  const read = await editor.call(`/books/${row.id}`);
  expect(await read.json()).toEqual(row);
  expect(databaseCost(read).roundTrips).toBe(2);
  const tag = read.headers.get("ETag") ?? "";
  expect(tag).toBe(made.response.headers.get("ETag"));
  expect((await editor.call(`/books/${row.id}`, { headers: { "If-None-Match": tag } })).status).toBe(304);
  const found = await editor.call("/books?searchTerm=petals&sort=-updated");
  expect(await found.json()).toEqual({ items: [row], next: null });
  expect(databaseCost(found).roundTrips).toBe(2);

  const changed = await editor.call(`/books/${row.id}`, {
    method: "PATCH",
    json: { publisher: "Heinemann" },
  });
  expect(await changed.json()).toMatchObject({
    title: "Petals of Blood",
    publisher: "Heinemann",
    genre: { id: genre.id },
  });
  const cleared = await editor.call(`/books/${row.id}`, { method: "PATCH", json: { genreId: null } });
  expect(await cleared.json()).toMatchObject({ publisher: "Heinemann", genre: null });
  expect((await editor.call(`/books/${row.id}`, { method: "DELETE" })).status).toBe(204);
  expect((await editor.call(`/books/${row.id}`)).status).toBe(404);
  expect((await editor.call(`/books/${row.id}`, { method: "DELETE" })).status).toBe(404);

  const entries = await worker.db.select().from(auditLog);
  const logged = entries.filter(({ subjectId }) => subjectId === row.id);
  expect(logged.map(({ action }) => action)).toEqual([
    "book.create",
    "book.update",
    "book.update",
    "book.delete",
  ]);
  expect(new Set(logged.map(({ tokenName }) => tokenName))).toEqual(new Set(["Program"]));
});

describe("a write is refused", () => {
  const post = async (path: string, body: BodyInit, headers: Record<string, string> = {}) => {
    const response = await editor.call(path, {
      method: "POST",
      body,
      headers: { "Content-Type": "application/json", ...headers },
    });
    return {
      status: response.status,
      problem: (await response.json()) as { code: string; errors?: object[] },
    };
  };

  test("for invalid fields, in the caller's language", async () => {
    const { status, problem } = await post(
      "/books",
      JSON.stringify({ title: "x".repeat(201), author: 1, pages: 3 }),
      { "Accept-Language": "fr" },
    );
    expect(status).toBe(422);
    expect(problem).toMatchObject({
      code: "INVALID_FIELDS",
      errors: [
        { field: "title", message: expect.stringContaining("200") },
        { field: "author", message: "Un texte est attendu" },
        { field: "pages", message: "Ce champ n’existe pas" },
      ],
    });
    expect((await post("/books", "{}")).problem.errors).toEqual([
      { field: "title", message: expect.stringMatching(/\w+ \w+/) },
    ]);
  });

  test("for a body that is not JSON, too large, or of another type", async () => {
    expect(await post("/books", "{")).toMatchObject({ status: 400, problem: { code: "INVALID_REQUEST" } });
    expect(await post("/books", "[1]")).toMatchObject({ status: 422 });
    const large = JSON.stringify({ title: "x".repeat(70_000) });
    expect(await post("/books", large)).toMatchObject({
      status: 413,
      problem: { code: "PAYLOAD_TOO_LARGE" },
    });
    expect(
      await post("/books", "title=x", { "Content-Type": "application/x-www-form-urlencoded" }),
    ).toMatchObject({
      status: 415,
      problem: { code: "UNSUPPORTED_MEDIA_TYPE" },
    });
  });

  test.each([
    ["another charset", { "Content-Type": "application/json; charset=iso-8859-1" }, "x"],
    ["another charset in quotes", { "Content-Type": 'application/json;charset="UTF-16"' }, "x"],
    ["a compressed body", { "Content-Encoding": "gzip" }, "x"],
  ])("for %s", async (_, headers, title) => {
    const before = await worker.db.$count(books);
    expect(await post("/books", JSON.stringify({ title }), headers)).toMatchObject({
      status: 415,
      problem: { code: "UNSUPPORTED_MEDIA_TYPE" },
    });
    expect(await worker.db.$count(books)).toBe(before);
  });

  test("for bytes that are not UTF-8, but not for UTF-8 that declares itself", async () => {
    const before = await worker.db.$count(books);
    // "é" in ISO 8859-1.
    const bytes = Buffer.from(JSON.stringify({ title: "Caf\u00e9" }), "latin1");
    expect(await post("/books", bytes)).toMatchObject({ status: 400, problem: { code: "INVALID_REQUEST" } });
    expect(await worker.db.$count(books)).toBe(before);
    for (const type of ["application/json; charset=utf-8", 'application/json;charset="UTF-8"']) {
      const { status } = await post("/books", JSON.stringify({ title: `Café ${type}` }), {
        "Content-Type": type,
      });
      expect(status).toBe(201);
    }
  });

  test("for a title that exists, an unknown genre, and a genre that has books", async () => {
    const { row: genre } = await create("/genres", { name: "Taken" });
    await create("/books", { title: "Taken", author: "By", genreId: genre.id });
    const taken = await post("/books", JSON.stringify({ title: "TAKEN", author: "by" }));
    expect(taken).toMatchObject({
      status: 409,
      problem: { code: "BOOK_ALREADY_EXISTS", errors: [{ field: "title" }] },
    });
    const lost = await post("/books", JSON.stringify({ title: "Lost", genreId: "nowhere" }));
    expect(lost).toMatchObject({ status: 400, problem: { code: "GENRE_NOT_FOUND" } });
    const used = await editor.call(`/genres/${genre.id}`, { method: "DELETE" });
    expect(await used.json()).toMatchObject({ status: 409, code: "GENRE_IN_USE" });
  });

  test("without the scope, and without the permission", async () => {
    const reading = await ApiCaller.of(worker, { role: "admin" }, ["read"]);
    const unscoped = await reading.call("/books", { method: "POST", json: { title: "No" } });
    expect(await unscoped.json()).toMatchObject({ status: 403, code: "INSUFFICIENT_SCOPE" });
    const reader = await ApiCaller.of(worker, {}, ["read", "write"]);
    await reader.read("/books");
    const refused = await reader.call("/books", { method: "POST", json: { title: "No" } });
    expect(await refused.json()).toMatchObject({ status: 403, code: "ACCESS_DENIED" });
    expect((await worker.db.select().from(books)).filter(({ title }) => title === "No")).toEqual([]);
  });
});

test("nobody overwrites a state that they have not seen", async () => {
  const { row, response } = await create("/books", { title: "Seen", author: "First" });
  const tag = response.headers.get("ETag") ?? "";
  const patch = (json: unknown, ifMatch: string) =>
    editor.call(`/books/${row.id}`, { method: "PATCH", json, headers: { "If-Match": ifMatch } });
  const first = await patch({ author: "Second" }, tag);
  expect(first.status).toBe(200);
  const stale = await patch({ author: "Third" }, tag);
  expect(stale.status).toBe(412);
  expect(await stale.json()).toMatchObject({ code: "PRECONDITION_FAILED", current: { author: "Second" } });
  const deletion = await editor.call(`/books/${row.id}`, { method: "DELETE", headers: { "If-Match": tag } });
  expect(deletion.status).toBe(412);
  expect((await patch({ author: "Third" }, stale.headers.get("ETag") ?? "")).status).toBe(200);

  // Of several requests at the same time, only one succeeds.
  const { headers } = await editor.call(`/books/${row.id}`);
  const race = await Promise.all(
    Array.from({ length: 5 }, (_, n) => patch({ author: `Racer ${n}` }, headers.get("ETag") ?? "")),
  );
  expect(race.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412]);
});

test("a PATCH that changes nothing is accepted, and keeps the time of the last change", async () => {
  const { row, response } = await create("/books", { title: "Untouched", author: "Bessie Head" });
  const tag = response.headers.get("ETag");
  for (const json of [{}, { author: "Bessie Head" }]) {
    const answer = await editor.call(`/books/${row.id}`, { method: "PATCH", json });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual(row);
    expect(answer.headers.get("ETag")).toBe(tag);
  }
});

test("an ETag that a proxy has made weak, for example by compression, still matches", async () => {
  const { row, response } = await create("/books", { title: "Compressed" });
  const tag = `W/${response.headers.get("ETag")}`;
  const patch = (json: unknown) =>
    editor.call(`/books/${row.id}`, { method: "PATCH", json, headers: { "If-Match": tag } });
  expect((await patch({ author: "First" })).status).toBe(200);
  expect((await patch({ author: "Second" })).status).toBe(412);
});

test("half of a surrogate pair and a NUL, which no page and no file can contain, are refused", async () => {
  for (const title of ["Half \ud83d", "\udcda half", "a\0b"]) {
    const refused = await editor.call("/books", { method: "POST", json: { title, author: title } });
    const message = t("validation:unstorable");
    expect(await refused.json()).toMatchObject({
      status: 422,
      errors: [
        { field: "title", message },
        { field: "author", message },
      ],
    });
  }
});

test("a request with an Idempotency-Key is carried out once, and a repetition gets the same response", async () => {
  const ask = (json: unknown, key: string, caller = editor) =>
    caller.call("/genres", { method: "POST", json, headers: { "Idempotency-Key": key } });
  const first = await ask({ name: "Once" }, "k");
  expect(first.status).toBe(201);
  const again = await ask({ name: "Once" }, "k");
  expect(again.status).toBe(201);
  expect(again.headers.get("Idempotency-Replayed")).toBe("true");
  for (const name of ["ETag", "Location"]) expect(again.headers.get(name)).toBe(first.headers.get(name));
  expect(await again.text()).toBe(await first.text());
  const other = await ask({ name: "Other" }, "k");
  expect(await other.json()).toMatchObject({ status: 422, code: "IDEMPOTENCY_KEY_REUSED" });
  // The Idempotency-Keys of two tokens are independent.
  const another = await ApiCaller.of(worker, { role: "admin" }, ["write"]);
  expect((await ask({ name: "Another" }, "k", another)).status).toBe(201);
  // A response that refuses a request is not stored.
  expect((await ask({ name: "Once" }, "taken")).status).toBe(409);
  expect((await ask({ name: "Not taken" }, "taken")).status).toBe(201);

  const atOnce = await Promise.all(Array.from({ length: 6 }, () => ask({ name: "At once" }, "race")));
  const statuses = atOnce.map(({ status }) => status);
  expect(statuses).toContain(201);
  expect(statuses.every((status) => status === 201 || status === 409)).toBe(true);
  const names = (await worker.db.select().from(genres)).map(({ name }) => name);
  expect(names.filter((name) => name === "At once")).toHaveLength(1);
  expect(names).not.toContain("Other");
});
