import { eq } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DAY, HOUR, MINUTE } from "#app/core/lib/durations.ts";
import { books, emailPreferences, genres, jobs, readings, users } from "#app/schema.ts";
import { EVERY_15_MINUTES, runCron } from "#tests/support/cron.ts";
import { ACCEPTS, startMailProvider } from "#tests/support/mail-provider.ts";
import { someone } from "#tests/support/someone.ts";
import { textsIn } from "#tests/support/texts.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");
const WEEK = 7 * DAY;

let worker: TestWorker;
let provider: Awaited<ReturnType<typeof startMailProvider>>;
let genre: string;

beforeAll(async () => {
  provider = await startMailProvider();
  worker = await startTestWorker({
    settings: {
      ...provider.settings,
      BASE_URL: "https://deckle.example",
    },
  });
});
afterAll(async () => {
  await worker.stop();
  await provider.stop();
});

beforeEach(async () => {
  provider.behave(ACCEPTS);
  await worker.db.delete(emailPreferences);
  genre = await addGenre();
});

async function addGenre(): Promise<string> {
  const id = crypto.randomUUID();
  await worker.db.insert(genres).values({ id, name: id, nameKey: id });
  return id;
}

/** Adds a book. @param at when the book is added, in milliseconds from now */
async function addBook(genreId: string, at: number): Promise<{ id: string; title: string }> {
  const id = crypto.randomUUID();
  const book = { id, title: `New ${id}`, genreId };
  await worker.db.insert(books).values({ ...book, titleKey: id, authorKey: "", createdAt: Date.now() + at });
  return book;
}

/** Creates a user who reads a genre and gets digests. */
async function reader(given: Parameters<typeof someone>[1] = {}, genreId = genre) {
  const somebody = await someone(worker, given);
  const { id: bookId, title } = await addBook(genreId, -30 * DAY);
  const row = { userId: somebody.id, bookId, title, titleKey: title, state: "read" };
  await worker.db.insert(readings as unknown as SQLiteTable).values({ ...row, createdAt: 1, updatedAt: 1 });
  expect(await somebody.visitor.post("/account/emails", { intent: "save", kind: "digest" })).toRedirectTo(
    "/app/account",
  );
  return somebody;
}

/** Reads the texts of the emails to an address, oldest first. */
const textsTo = (email: string) =>
  provider.received
    .map(({ body }) => body)
    .filter(({ personalizations }) => personalizations[0]?.to[0]?.email === email)
    .map(({ content }) => content.find(({ type }) => type === "text/plain")?.value ?? "");

const run = (from: number) => runCron(worker, EVERY_15_MINUTES, from);

test("a reader gets the new books of their genres once a week, and can stop it with one click", async () => {
  const { email } = await reader({ language: "ar" });
  const isNew = await addBook(genre, HOUR);
  const other = await addBook(await addGenre(), HOUR);
  await run(WEEK - HOUR);
  expect(textsTo(email)).toEqual([]);
  await run(WEEK + HOUR);
  await run(WEEK + 2 * HOUR);
  const [text = "", ...more] = textsTo(email);
  expect(more).toEqual([]);
  expect(text).toContain(isNew.title);
  expect(text).not.toContain(other.title);
  expect(text).toContain(textsIn("ar")("digest:all"));
  const [mail] = provider.received;
  const link = mail?.body.headers ?? {};
  expect(link["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
  const url = new URL(/^<(.+)>$/.exec(link["List-Unsubscribe"] ?? "")?.[1] ?? "");
  expect(url.origin).toBe("https://deckle.example");
  const later = await addBook(genre, WEEK + 3 * HOUR);
  const init = { method: "POST", body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) };
  expect((await fetch(worker.url + url.pathname + url.search, init)).status).toBe(200);
  await run(2 * WEEK + 2 * HOUR);
  expect(textsTo(email).join()).not.toContain(later.title);
});

test("each reader gets one digest, however many readers there are and however many runs at the same time", async () => {
  const readers: string[] = [];
  for (let n = 0; n < 14; n++) readers.push((await reader()).email);
  const { title } = await addBook(genre, HOUR);
  for (let n = 0; n < 4; n++) await Promise.all([run(WEEK + HOUR), run(WEEK + HOUR), run(WEEK + HOUR)]);
  for (const email of readers) expect(textsTo(email), email).toEqual([expect.stringContaining(title)]);
});

test("a digest that the provider refuses is sent again", async () => {
  const { email } = await reader();
  const { title } = await addBook(genre, HOUR);
  provider.behave({ status: 500 });
  await run(WEEK + HOUR);
  provider.behave(ACCEPTS);
  await run(WEEK + HOUR + 14 * MINUTE);
  expect(textsTo(email)).toEqual([]);
  await run(WEEK + 3 * HOUR);
  expect(textsTo(email)).toEqual([expect.stringContaining(title)]);
});

test("if a run ends in the middle of a digest, a later run sends that digest", async () => {
  const { email, id } = await reader();
  const { title } = await addBook(genre, HOUR);
  provider.behave({ status: 500 });
  await run(WEEK + HOUR);
  // Restore the state after a run that ended before the provider answered.
  await worker.db.update(jobs).set({ error: null }).where(eq(jobs.userId, id));
  provider.behave(ACCEPTS);
  await run(WEEK + 2 * HOUR);
  await run(WEEK + 3 * HOUR);
  expect(textsTo(email)).toEqual([expect.stringContaining(title)]);
});

test("a pending digest is deleted with its reader, or when they turn digests off", async () => {
  const [deleted, switchedOff] = [await reader(), await reader()];
  await addBook(genre, HOUR);
  provider.behave({ status: 500 });
  await run(WEEK + HOUR);
  provider.behave(ACCEPTS);
  await switchedOff.visitor.post("/account/emails", { intent: "save" });
  expect(await worker.db.$count(jobs, eq(jobs.userId, deleted.id))).toBe(1);
  const admin = await Visitor.signedIn(worker, { role: "admin" });
  await admin.post(`/manager/users/${deleted.id}`, { intent: "delete" });
  expect(await worker.db.$count(jobs, eq(jobs.userId, deleted.id))).toBe(0);
  await run(WEEK + 3 * HOUR);
  expect(
    [deleted, switchedOff].map((one) => textsTo(one.email).filter((text) => text.includes(t("digest:all")))),
  ).toEqual([[], []]);
});

test("nobody gets an empty digest, and no banned user gets one", async () => {
  const withoutNews = await reader({}, await addGenre());
  const banned = await reader();
  await worker.db.update(users).set({ bannedAt: 1 }).where(eq(users.id, banned.id));
  const { email } = await reader();
  await addBook(genre, HOUR);
  await run(WEEK + HOUR);
  expect([withoutNews, banned].map((one) => textsTo(one.email))).toEqual([[], []]);
  expect(textsTo(email)).toHaveLength(1);
  expect(textsTo(email)[0]).toContain(t("digest:all"));
});

test("a digest lists ten books and says that there are more", async () => {
  const { email } = await reader();
  for (let n = 0; n < 12; n++) await addBook(genre, HOUR + n);
  await run(WEEK + HOUR);
  const [text = ""] = textsTo(email);
  expect(text.match(/^- /gm)).toHaveLength(10);
  expect(text).toContain(t("digest:some"));
});
