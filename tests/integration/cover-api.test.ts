import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditLog, books, budgets } from "#app/schema.ts";
import { ApiCaller } from "#tests/support/api-caller.ts";
import { textsIn } from "#tests/support/texts.ts";
import { pictureFile, postFile, textFile } from "#tests/support/upload-files.ts";
import { expectWhole } from "#tests/support/upload-whole.ts";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Tests the covers of books in the API's responses.

const t = textsIn("en");

let worker: TestWorker;
let admin: Visitor;
let program: ApiCaller;
beforeAll(async () => {
  worker = await startTestWorker();
  admin = await Visitor.signedIn(worker, { role: "admin" });
  program = await ApiCaller.of(worker, { role: "admin" }, ["read", "write"]);
  // Use the token once, because only its first use within an hour is recorded.
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

test("a book and a list of books contain the addresses of covers, which costs no rows", async () => {
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
    // Anyone who has the address can load the picture.
    const picture = await fetch(address, { headers: { Connection: "close" } });
    expect(picture.headers.get("Content-Type")).toBe("image/webp");
    await picture.body?.cancel();
  }

  // A new cover changes the book, and with it the book's ETag.
  const change = { method: "PATCH", json: { publisher: "Hogarth" }, headers: { "If-Match": bare.book.tag } };
  expect((await program.call(path, change)).status).toBe(412);
  expect((await program.call(path, { ...change, headers: { "If-Match": book.tag } })).status).toBe(200);

  await admin.post(`${page}/cover`, { intent: "remove-file" });
  expect((await read(path)).answer.cover).toBeNull();
});

test("a program sends and removes the cover of a book, with the checks of the form", async () => {
  const id = await addBook();
  const [path, file] = [`/books/${id}`, `/books/${id}/cover`];
  const png = { "Content-Type": "image/png" };
  const send = (body: Uint8Array<ArrayBuffer> | null, headers: Record<string, string> = png, to = file) =>
    program.call(to, { method: "PUT", body, headers });
  const refusal = async (response: Response) => {
    const { status, code, errors } = (await response.json()) as Record<string, unknown>;
    return [response.status, status, code, errors];
  };
  expect((await send(pictureFile("plain.png"))).status).toBe(204);
  const sent = (await read(path)).answer.cover;
  const picture = await fetch(sent?.large ?? "", { headers: { Connection: "close" } });
  expect(picture.headers.get("Content-Type")).toBe("image/webp");
  await picture.body?.cancel();
  const logged = await worker.db.select().from(auditLog).where(eq(auditLog.subjectId, id));
  expect(logged).toMatchObject([{ action: "cover.set", actorId: program.owner.id }]);

  const says = (key: string, values = {}) => [{ field: "cover", message: t(key as never, values) }];
  expect(await refusal(await send(null))).toEqual([400, 400, "INVALID_REQUEST", undefined]);
  expect(await refusal(await send(textFile("No picture")))).toEqual([
    422,
    422,
    "INVALID_FIELDS",
    says("upload:errors.noPicture"),
  ]);
  const json = { "Content-Type": "application/json" };
  expect((await refusal(await send(textFile("{}"), json)))[2]).toBe("UNSUPPORTED_MEDIA_TYPE");
  const png11 = new Uint8Array(11 * 1024 * 1024);
  png11.set(pictureFile("plain.png"));
  expect(await refusal(await send(png11))).toEqual([
    413,
    413,
    "PAYLOAD_TOO_LARGE",
    says("upload:errors.tooLarge", { megabytes: 10 }),
  ]);
  expect(
    (await refusal(await send(pictureFile("plain.png"), png, `/books/${crypto.randomUUID()}/cover`)))[2],
  ).toBe("NOT_FOUND");
  expect((await read(path)).answer.cover, "refusals change nothing").toEqual(sent);

  const reader = await ApiCaller.of(worker, {}, ["read", "write"]);
  const foreign = await reader.call(file, { method: "PUT", body: pictureFile("plain.png"), headers: png });
  expect(foreign.status).toBe(403);
  for (const _ of [1, 2]) expect((await program.call(file, { method: "DELETE" })).status).toBe(204);
  expect((await read(path)).answer.cover).toBeNull();
  await expectWhole(worker);
});

test("a program uploads as many files in a day as its owner may", async () => {
  const busy = await ApiCaller.of(worker, { role: "admin" }, ["write"]);
  const id = await addBook();
  await worker.db.insert(budgets).values({ id: `files:${busy.owner.id}`, beganAt: Date.now(), used: 50 });
  const response = await busy.call(`/books/${id}/cover`, {
    method: "PUT",
    body: pictureFile("plain.png"),
    headers: { "Content-Type": "image/png" },
  });
  expect([response.status, response.headers.get("X-Error-Code")]).toEqual([429, "TOO_MANY_FILES"]);
});
