import { eq, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { MAILS_AN_HOUR } from "#app/core/email/email-decision.server.ts";
import { DAY } from "#app/core/lib/durations.ts";
import { books, readings, shares, users } from "#app/schema.ts";
import { DAILY, runCron } from "#tests/support/cron.ts";
import { addUser } from "#tests/support/people.ts";
import { someone } from "#tests/support/someone.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, mailsTo, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");
const NAME = "Vita Sackville-West";
/** Without their types, these tables can be queried for the rows of all owners. */
const [allShares, allReadings] = [shares, readings] as unknown as [SQLiteTable, SQLiteTable];

let worker: TestWorker;
let owner: Awaited<ReturnType<typeof someone>>;
let book: { id: string; title: string };

beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());

beforeEach(async () => {
  owner = await someone(worker, { name: NAME });
  const id = crypto.randomUUID();
  book = { id, title: `Orlando ${id}` };
  await worker.db.insert(books).values({ ...book, author: "Virginia Woolf", titleKey: id, authorKey: "" });
});

const someAddress = () => `${crypto.randomUUID()}@example.com`;

const send = (to: string, fields: Record<string, string> = {}, visitor = owner.visitor) =>
  visitor.post("/app/shares/new", {
    id: crypto.randomUUID(),
    bookId: book.id,
    email: to,
    language: "en",
    ...fields,
  });

const path = (url: string) => new URL(url).pathname + new URL(url).search;

/** Shares a row with a new address. @returns the path of the link in the email */
async function shared(fields: Record<string, string> = {}): Promise<string> {
  const to = someAddress();
  expect(await send(to, fields)).toRedirectTo("/app/shares");
  const [mail] = await mailsTo(worker, to);
  return path(/https?:\S+\/shared\/\S+/.exec(mail?.text ?? "")?.[0] ?? "");
}

/** Puts a book on the owner's shelf, with a note. @returns its title */
async function shelve(state: string, n = 0): Promise<string> {
  const title = `Shelved ${crypto.randomUUID()}`;
  const row = { userId: owner.id, bookId: crypto.randomUUID(), title, titleKey: title, state, rating: 4 };
  await worker.db
    .insert(allReadings)
    .values({ ...row, note: "For my eyes only", updatedAt: n, createdAt: n });
  return title;
}

const anybody = () => new Visitor(worker);

describe("a link", () => {
  test("shows a book to anyone, and no search engine or cache stores it", async () => {
    const link = await shared();
    const page = await anybody().get(link);
    expect(page.status).toBe(200);
    await expect(page).toShow(t("link:by", { name: NAME }));
    await expect(page).toShow(book.title);
    expect(page.headers.get("X-Robots-Tag")).toBe("noindex");
    expect(page.headers.get("Cache-Control")).toContain("no-store");
    await worker.db.delete(books).where(eq(books.id, book.id));
    await expect(await anybody().get(link)).toShow(book.title);
  });

  test("shows the owner's shelf without notes, in one round trip a page", async () => {
    const reading = await shelve("reading");
    const read = await shelve("read");
    const link = await shared({ bookId: "" });
    const page = await anybody().get(link);
    await expect(page).toShow(reading);
    await expect(page).not.toShow(read);
    expect(await page.text()).not.toContain("For my eyes only");
    await expect(await anybody().get(`${link}&state=read`)).toShow(read);
    for (let n = 1; n < 60; n++) await shelve("reading", n);
    const { roundTrips, rowsRead } = databaseCost(await anybody().get(link));
    expect(roundTrips).toBe(1);
    expect(rowsRead).toBeLessThanOrEqual(60);

    const other = await someone(worker);
    const [id = ""] = /[0-9a-f-]{36}/.exec(link) ?? [];
    await worker.db.update(allShares).set({ userId: other.id }).where(sql`id = ${id}`);
    await expect(await anybody().get(link)).not.toShow(reading);
  });

  test("to a shelf does not show a single book's page, and a link to a book does not show the shelf", async () => {
    const shelved = await shelve("reading");
    // The data for the page's script does not contain the note, either.
    expect(await (await anybody().get(await shared())).text()).not.toContain(shelved);
  });

  test("that is forged leads nowhere, whether the row exists or not", async () => {
    const [link, other] = [await shared(), await shared()];
    const [page = "", proof = ""] = link.split("?");
    const forged = link.replace(/proof=./, (match) => (match.endsWith("A") ? "proof=B" : "proof=A"));
    const swapped = `${other.split("?")[0]}?${proof}`;
    for (const path of [forged, swapped, page, `${page}?proof=`, "/shared/none?proof=none"]) {
      expect((await anybody().get(path)).status, path).toBe(404);
    }
    expect((await anybody().get(link)).status).toBe(200);
  });

  test("that was ended, or of a banned owner, responds as if it had never existed", async () => {
    const link = await shared();
    const answers = ["/shared/none?proof=none"];
    const [id] = /[0-9a-f-]{36}/.exec(link) ?? [];
    expect(await owner.visitor.post("/app/shares", { id: id ?? "" })).toRedirectTo("/app/shares");
    answers.push(link);
    const banned = await shared();
    await worker.db.update(users).set({ bannedAt: 1 }).where(eq(users.id, owner.id));
    answers.push(banned);
    for (const path of answers) {
      const answer = await anybody().get(path);
      expect(answer.status, path).toBe(404);
      await expect(answer).toShow(t("link:ended"));
    }
    await worker.db.update(users).set({ bannedAt: null }).where(eq(users.id, owner.id));
    expect((await anybody().get(banned)).status).toBe(200);
    expect(await owner.visitor.post(`/app/deleted/share/${id}`, {})).toRedirectTo("/app/shares");
    expect((await anybody().get(link)).status).toBe(200);
  });

  test("expires after a year", async () => {
    const link = await shared();
    await runCron(worker, DAILY, 364 * DAY);
    expect((await anybody().get(link)).status).toBe(200);
    await runCron(worker, DAILY, 365 * DAY + 60_000);
    expect((await anybody().get(link)).status).toBe(404);
  });

  test("can be seen and ended only by its owner", async () => {
    const link = await shared();
    const [id = ""] = /[0-9a-f-]{36}/.exec(link) ?? [];
    const stranger = await someone(worker);
    await stranger.visitor.post("/app/shares", { id });
    expect((await anybody().get(link)).status).toBe(200);
    await expect(await stranger.visitor.get("/app/shares")).toShow(t("share:empty"));
    expect(await (await owner.visitor.get("/app/shares")).text()).toContain(id);
  });
});

describe("an email", () => {
  test("is in the recipient's language, or without an account in the selected one", async () => {
    const reader = await addUser(worker, { language: "ar" });
    const stranger = someAddress();
    for (const to of [reader.email, stranger]) await send(to, { language: "fr" });
    const [[toReader], [toStranger]] = [await mailsTo(worker, reader.email), await mailsTo(worker, stranger)];
    expect(toReader?.subject).toBe(textsIn("ar")("share:email.book.subject", { name: NAME }));
    expect(toStranger?.subject).toBe(textsIn("fr")("share:email.book.subject", { name: NAME }));
  });

  test.each([null, "Win at evil.example", "https://evil"])(
    "leaves out a sender's name like %s",
    async (name) => {
      const to = someAddress();
      const { visitor } = await someone(worker, { name });
      await send(to, {}, visitor);
      const [mail] = await mailsTo(worker, to);
      expect(mail?.subject).toBe(t("share:email.book.subject", { name: t("link:somebody") }));
      expect(mail?.text).not.toContain("evil");
    },
  );

  test("names a sender with initials", async () => {
    const to = someAddress();
    const name = "J. R. R. Tolkien";
    const { visitor } = await someone(worker, { name });
    await send(to, {}, visitor);
    const [mail] = await mailsTo(worker, to);
    expect(mail?.subject).toBe(t("share:email.book.subject", { name }));
  });

  test("is sent once for a form that is sent twice", async () => {
    const to = someAddress();
    const id = crypto.randomUUID();
    for (let n = 0; n < 2; n++) expect(await send(to, { id })).toRedirectTo("/app/shares");
    expect(await mailsTo(worker, to)).toHaveLength(1);
  });

  test("is not sent beyond the hourly limit of a mailbox, which gets one summary, and the sender sees a message", async () => {
    const to = someAddress();
    for (let n = 0; n < MAILS_AN_HOUR; n++) {
      const { visitor } = await someone(worker);
      await send(to, {}, visitor);
    }
    await send(to);
    await expect(await owner.visitor.get("/app/shares")).toShow(t("share:success.notSent"));
    await send(to);
    const mails = await mailsTo(worker, to);
    expect(mails).toHaveLength(MAILS_AN_HOUR + 1);
    expect(mails[0]?.subject).toBe(t("share:email.more.subject"));
  });

  test("is not sent beyond the daily limit of a sender", async () => {
    const addresses = Array.from({ length: 22 }, someAddress);
    for (const to of addresses) await send(to);
    const sent = await Promise.all(addresses.map((to) => mailsTo(worker, to)));
    expect(sent.filter((mails) => mails.length > 0)).toHaveLength(20);
  });

  test("is refused to an invalid address, and the form keeps its values", async () => {
    const answer = await send("not an address");
    expect(answer.status).toBe(400);
    const page = await answer.text();
    expect(page).toContain("not an address");
    expect(page).toContain(t("refused:emailInvalid"));
  });
});

test("a user has fifty links at most, even with forms at the same time", async () => {
  const row = { userId: owner.id, bookId: book.id, title: book.title, email: "friend@example.com" };
  for (let n = 0; n < 49; n++)
    await worker.db.insert(allShares).values({ ...row, createdAt: n, updatedAt: n });
  const answers = await Promise.all([1, 2, 3].map(() => send(someAddress())));
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 409, 409]);
});

test("a book that does not exist can't be shared", async () => {
  const bookId = crypto.randomUUID();
  expect((await owner.visitor.get(`/app/shares/new?book=${bookId}`)).status).toBe(404);
  expect((await send(someAddress(), { bookId })).status).toBe(404);
});
