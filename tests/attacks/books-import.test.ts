import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { books } from "#app/schema.ts";
import { confirm, emptyCatalogue, IMPORT, preview, upload } from "#tests/support/books-import.ts";
import { gatedStorage } from "#tests/support/gated-storage.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const storage = gatedStorage();

let worker: TestWorker;
let admin: Visitor;
beforeAll(async () => {
  worker = await startTestWorker(storage.options);
  admin = await Visitor.signedIn(worker, { role: "admin" });
});
afterAll(() => worker.stop());
beforeEach(() => emptyCatalogue(worker));

/** How many bytes a file may have after its first row. */
const MOST = 5 * 1024 * 1024 - 100;

test.each([
  ["one kind of control", "\u0001".repeat(MOST)],
  ["controls and letters", "a\u0001".repeat(MOST / 2)],
  ["backslashes, of which JSON makes two", "\\".repeat(MOST)],
  ["line ends in a value", `"${"\n".repeat(MOST)}"`],
  ["quotation marks that never close", '"a" '.repeat(MOST / 4)],
  ["separators", ",".repeat(MOST)],
  ["blank rows", `${"\n".repeat(MOST)}Dune`],
  ["tags", `Dune,"${"x,".repeat(MOST / 2)}"`],
  ["spaces", `Dune,${" ".repeat(MOST)}&`],
  ["brackets", `Dune,,${"(1999".repeat(MOST / 5)}`],
])("5 MB of %s are refused or shown", async (_, content) => {
  const response = await upload(admin, `title,tags,authors,publication\n${content}`);
  expect([302, 400]).toContain(response.status);
  if (response.status === 400) return;
  expect((await admin.get(response.headers.get("Location") as string)).status).toBe(200);
});

test("rows of letters that become eighteen times as long in their keys are imported", async () => {
  // If a batch had its usual number of rows, their keys would exceed D1's limit for the parameters of a call.
  const most = 300;
  const letters = "\ufdfa".repeat(190);
  const rows = Array.from({ length: most }, (_, n) => `${n}${letters},${letters}\n`);
  const path = await preview(admin, `title,author\n${rows.join("")}`);
  expect((await admin.get(path)).status).toBe(200);
  await confirm(admin, path);
  expect(await worker.db.$count(books)).toBe(most);
});

test("of twenty simultaneous files, some are read, and the others can be read afterwards", async () => {
  const senders = await Promise.all(
    Array.from({ length: 20 }, () => Visitor.signedIn(worker, { role: "admin" })),
  );
  storage.hold(/^kv put/);
  const waiting: Response[] = [];
  let refused = () => {};
  const most = new Promise<void>((resolve) => {
    refused = resolve;
  });
  const all = senders.map(async (sender) => {
    const response = await upload(sender, "title\nDune\n");
    if (response.status === 503) waiting.push(response);
    if (waiting.length === 15) refused();
    return response.status;
  });
  await most;
  for (const response of waiting) {
    expect(response.headers.get("X-Error-Code")).toBe("TOO_MANY_UPLOADS");
  }
  storage.release();
  const statuses = await Promise.all(all);
  expect(statuses.filter((status) => status === 302)).toHaveLength(5);
  expect((await upload(admin, "title\nDune\n")).headers.get("Location")).toContain(IMPORT);
});
