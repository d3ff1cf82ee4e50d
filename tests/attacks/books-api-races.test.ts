import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { books, genres } from "#app/schema.ts";
import { ApiCaller } from "#tests/support/api-caller.ts";
import { gatedStorage } from "#tests/support/gated-storage.ts";
import { atOnce, overtake } from "#tests/support/overtaken.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Tests races between changes of books and genres through the API.

const storage = gatedStorage();
let worker: TestWorker;
let editor: ApiCaller;

beforeAll(async () => {
  worker = await startTestWorker(storage.options);
  editor = await ApiCaller.of(worker, { role: "admin" }, ["read", "write"]);
});
afterAll(() => worker.stop());

const send = (method: string, path: string, json?: object, ifMatch?: string | null) => () =>
  editor.call(path, { method, ...(json && { json }), headers: { ...(ifMatch && { "If-Match": ifMatch }) } });

/** Adds a row. @returns its path, its id and its ETag */
async function added(list: string, json: object) {
  const response = await send("POST", list, json)();
  const { id } = (await response.json()) as { id: string };
  return { id, path: `${list}/${id}`, tag: response.headers.get("ETag") };
}

test.each([
  ["a book", "/books", { title: "Once", author: "One" }, books],
  ["a genre", "/genres", { name: "Once" }, genres],
])("%s that several requests add at the same time is added once", async (_what, path, json, table) => {
  const before = await worker.db.$count(table);
  const add = send("POST", path, json);
  const responses = await atOnce(add, add, add, add, add);
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  expect(await worker.db.$count(table)).toBe(before + 1);
});

test.each([
  ["book", "/books", { title: "Named" }, { title: "Wanted" }],
  ["genre", "/genres", { name: "Named" }, { name: "Wanted" }],
])(
  "a %s is renamed, or refused if another one gets the same name at the same time",
  async (entity, list, json, wanted) => {
    const [first, second] = [await added(list, json), await added(list, { ...json, ...other(json) })];
    const responses = await overtake(storage, {
      write: new RegExp(`update "${entity}s"`),
      slow: send("PATCH", first.path, wanted),
      quick: send("PATCH", second.path, wanted),
    });
    expect([responses.quick.status, responses.slow.status]).toEqual([200, 409]);
  },
);

const other = (json: object) =>
  Object.fromEntries(Object.entries(json).map(([field, value]) => [field, `${value}, too`]));

test.each([
  ["a change", "PATCH", /update "books"/],
  ["a deletion", "DELETE", /delete from "books"/],
])("with If-Match, no change gets between the check and %s", async (what, method, write) => {
  const { path, tag } = await added("/books", { title: `Seen before ${what}`, author: "First" });
  const responses = await overtake(storage, {
    write,
    slow: send(method, path, method === "PATCH" ? { author: "Slow" } : undefined, tag),
    quick: send("PATCH", path, { author: "Quick" }),
  });
  expect(responses.quick.status).toBe(200);
  expect(responses.slow).toMatchObject({ status: 412, body: { current: responses.quick.body } });
  expect(await editor.read(path)).toEqual(responses.quick.body);
});

test("a genre that is renamed right before its deletion with If-Match stays", async () => {
  const { path, tag } = await added("/genres", { name: "Seen" });
  const responses = await overtake(storage, {
    write: /delete from "genres"/,
    slow: send("DELETE", path, undefined, tag),
    quick: send("PATCH", path, { name: "Renamed" }),
  });
  expect(responses.slow).toMatchObject({ status: 412, body: { current: { name: "Renamed" } } });
});

test.each([
  ["changed", "PATCH", /update "books"/],
  ["deleted", "DELETE", /delete from "books"/],
])("a book that is deleted right before it is %s is gone", async (what, method, write) => {
  const { id, path } = await added("/books", { title: `To be ${what}` });
  const responses = await overtake(storage, {
    write,
    slow: send(method, path, method === "PATCH" ? { author: "Late" } : undefined),
    quick: send("DELETE", path),
  });
  expect([responses.quick.status, responses.slow.status]).toEqual([204, 404]);
  expect(await worker.db.$count(books, eq(books.id, id))).toBe(0);
});

test("a genre with a book is not deleted, and a book is not added to a deleted genre", async () => {
  const kept = await added("/genres", { name: "Kept" });
  const deletion = await overtake(storage, {
    write: /delete from "genres"/,
    slow: send("DELETE", kept.path),
    quick: send("POST", "/books", { title: "In time", genreId: kept.id }),
  });
  expect(deletion.quick.status).toBe(201);
  expect(deletion.slow).toMatchObject({ status: 409, code: "GENRE_IN_USE" });

  const gone = await added("/genres", { name: "Gone" });
  const addition = await overtake(storage, {
    write: /insert into "books"/,
    slow: send("POST", "/books", { title: "Too late", genreId: gone.id }),
    quick: send("DELETE", gone.path),
  });
  expect(addition.quick.status).toBe(204);
  expect(addition.slow).toMatchObject({ status: 400, code: "GENRE_NOT_FOUND" });
});
