import { afterAll, beforeAll, expect, test } from "vitest";
import { books } from "#app/schema.ts";
import { ApiCaller } from "#tests/support/api-caller.ts";
import { pictureFile, postFile } from "#tests/support/upload-files.ts";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// The covers of books in what the API answers.

let worker: TestWorker;
let admin: Visitor;
let program: ApiCaller;
beforeAll(async () => {
  worker = await startTestWorker();
  admin = await Visitor.signedIn(worker, { role: "admin" });
  program = await ApiCaller.of(worker, { role: "admin" }, ["read", "write"]);
  // The first use of a token is recorded.
  await program.read("/me");
});
afterAll(() => worker.stop());

async function addBook(author = "") {
  const id = crypto.randomUUID();
  await worker.db
    .insert(books)
    .values({ id, title: `Flush ${id}`, titleKey: `flush ${id}`, authorKey: author });
  return id;
}

interface Answer {
  cover: { small: string; large: string } | null;
}

async function read(path: string) {
  const response = await program.call(path);
  const { roundTrips, rowsRead } = databaseCost(response);
  const answer = (await response.json()) as Answer & { items: Answer[] };
  return { answer, tag: response.headers.get("ETag") ?? "", cost: { roundTrips, rowsRead } };
}

test("a book names the addresses of its cover, which costs nothing, and a list does, too", async () => {
  const id = await addBook();
  const [path, list] = [`/books/${id}`, "/books?sort=-updated"];
  const bare = { book: await read(path), list: await read(list) };
  expect(bare.book.answer.cover).toBeNull();
  const page = `/manager/books/${id}`;
  expect(await postFile(admin, pictureFile("plain.png"), { path: `${page}/cover` })).toRedirectTo(page);

  const [book, listed] = [await read(path), await read(list)];
  expect([book.cost, listed.cost]).toEqual([bare.book.cost, bare.list.cost]);
  const { cover } = book.answer;
  expect(listed.answer.items.map((item) => item.cover)).toContainEqual(cover);
  for (const size of ["small", "large"] as const) {
    const address = cover?.[size] ?? "";
    expect(address).toMatch(new RegExp(`^${worker.url}/files/.+/${size}/`));
    // Anyone who has the address sees the picture.
    const picture = await fetch(address, { headers: { Connection: "close" } });
    expect(picture.headers.get("Content-Type")).toBe("image/webp");
    await picture.body?.cancel();
  }

  // A new cover changes the state of the book, and so its ETag.
  const change = { method: "PATCH", json: { publisher: "Hogarth" }, headers: { "If-Match": bare.book.tag } };
  expect((await program.call(path, change)).status).toBe(412);
  expect((await program.call(path, { ...change, headers: { "If-Match": book.tag } })).status).toBe(200);

  await admin.post(`${page}/cover`, { intent: "remove-file" });
  expect((await read(path)).answer.cover).toBeNull();
});
