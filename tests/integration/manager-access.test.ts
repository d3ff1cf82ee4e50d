import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditLog, books, genres, users } from "#app/db/schema.ts";
import { addSession, addUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;
let admin: Visitor;
let reader: Visitor;
beforeAll(async () => {
  worker = await startTestWorker({ seeded: true });
  admin = await Visitor.signedIn(worker, { role: "admin", email: "boss@example.com" });
  reader = await Visitor.signedIn(worker, { email: "reader@example.com" });
});
afterAll(() => worker.stop());

/** What a permission is for: a path, and a post to it where it is about a change. The target is the test's own. */
interface Use {
  permission: string;
  given?: Parameters<typeof addUser>[1];
  path: (target: Awaited<ReturnType<typeof targets>>) => string;
  post?: (target: Awaited<ReturnType<typeof targets>>) => Record<string, string>;
}

let made = 0;

/** Something of each kind, made for one test. */
async function targets(given: Use["given"] = {}) {
  made += 1;
  const [genre] = await worker.db
    .insert(genres)
    .values({ name: `Genre ${made}`, nameKey: `genre ${made}` })
    .returning();
  const [book] = await worker.db
    .insert(books)
    .values({ title: `Book ${made}`, titleKey: `book ${made}`, authorKey: "" })
    .returning();
  const person = await addUser(worker, given);
  const { sessionId } = await addSession(worker, person);
  return { bookId: book?.id as string, genreId: genre?.id as string, person, sessionId, n: made };
}

const USES: Use[] = [
  { permission: "apps:manager", path: () => "/manager/dashboard" },
  { permission: "book:list", path: () => "/manager/books" },
  { permission: "book:list, as JSON", path: () => "/manager/books/more" },
  { permission: "book:read", path: ({ bookId }) => `/manager/books/${bookId}` },
  { permission: "book:create", path: () => "/manager/books/new", post: ({ n }) => ({ title: `New ${n}` }) },
  {
    permission: "book:update",
    path: ({ bookId }) => `/manager/books/${bookId}/update`,
    post: ({ n }) => ({ title: `Changed ${n}` }),
  },
  { permission: "book:delete", path: ({ bookId }) => `/manager/books/${bookId}`, post: () => ({}) },
  { permission: "genre:list", path: () => "/manager/genres" },
  { permission: "genre:create", path: () => "/manager/genres/new", post: ({ n }) => ({ name: `New ${n}` }) },
  {
    permission: "genre:update",
    path: ({ genreId }) => `/manager/genres/${genreId}/update`,
    post: ({ n }) => ({ intent: "save", name: `Changed ${n}` }),
  },
  {
    permission: "genre:delete",
    path: ({ genreId }) => `/manager/genres/${genreId}/update`,
    post: () => ({ intent: "delete" }),
  },
  { permission: "user:list", path: () => "/manager/users" },
  { permission: "user:list, as JSON", path: () => "/manager/users/more" },
  { permission: "user:read and session:list", path: ({ person }) => `/manager/users/${person.id}` },
  { permission: "session:list, as JSON", path: ({ person }) => `/manager/users/${person.id}/more` },
  {
    permission: "user:create",
    path: () => "/manager/users/new",
    post: ({ n }) => ({ email: `new-${n}@example.com`, role: "user" }),
  },
  {
    permission: "user:update",
    path: ({ person }) => `/manager/users/${person.id}/update`,
    post: ({ person }) => ({ email: person.email, name: "Changed", role: "user" }),
  },
  {
    permission: "user:set-role",
    path: ({ person }) => `/manager/users/${person.id}/update`,
    post: ({ person }) => ({ email: person.email, name: "Changed", role: "admin" }),
  },
  {
    permission: "user:ban",
    path: ({ person }) => `/manager/users/${person.id}/ban`,
    post: () => ({ reason: "Spam" }),
  },
  {
    permission: "user:ban, to lift it",
    given: { bannedAt: 1 },
    path: ({ person }) => `/manager/users/${person.id}`,
    post: () => ({ intent: "unban" }),
  },
  {
    permission: "session:revoke",
    path: ({ person }) => `/manager/users/${person.id}`,
    post: ({ sessionId }) => ({ intent: "revoke-session", sessionId }),
  },
  {
    permission: "session:revoke, of all",
    path: ({ person }) => `/manager/users/${person.id}`,
    post: () => ({ intent: "revoke-sessions" }),
  },
  {
    permission: "user:delete",
    path: ({ person }) => `/manager/users/${person.id}`,
    post: () => ({ intent: "delete" }),
  },
  { permission: "audit:list", path: () => "/manager/audit" },
  { permission: "audit:list, as JSON", path: () => "/manager/audit/more" },
  {
    permission: "user:impersonate",
    path: ({ person }) => `/manager/users/${person.id}`,
    post: () => ({ intent: "impersonate" }),
  },
];

/** Everything that a write could have changed. */
const everything = async () => ({
  books: await worker.db.select().from(books),
  genres: await worker.db.select().from(genres),
  users: await worker.db.select().from(users),
});

describe.each(USES)("$permission", ({ given, path, post }) => {
  test("an administrator has it", async () => {
    const target = await targets(given);
    const visitor = await Visitor.signedIn(worker, { role: "admin" });
    if (!post) {
      for (const url of [path(target), `${path(target)}.data`]) {
        const response = await visitor.get(url);
        expect([200, 404], url).toContain(response.status); // 404: a resource has no data request
        expect(response.headers.get("X-Error-Code")).toBeNull();
      }
      return;
    }
    const before = await everything();
    const response = await visitor.post(path(target), post(target));
    expect(response.status).toBe(302);
    const [entry] = await worker.db.select().from(auditLog).orderBy(desc(auditLog.at)).limit(1);
    expect(entry?.requestId, "the change is in the audit log").toBe(response.headers.get("X-Request-Id"));
    if (!/session|intent/.test(JSON.stringify(post(target)))) expect(await everything()).not.toEqual(before);
  });

  test("a user has it not: page, data and post are refused, and nothing is changed", async () => {
    const target = await targets(given);
    const before = await everything();
    const url = path(target);
    for (const page of [url, `${url}.data`]) {
      const response = await reader.get(page);
      expect(response.status, page).toBe(403);
      expect(response.headers.get("X-Error-Code")).toMatch(/^(ACCESS_DENIED|YOU_ARE_NOT_ALLOWED_TO_\w+)$/);
      expect(await response.text()).not.toContain(target.person.email);
    }
    for (const page of [url, `${url}.data`]) {
      expect((await reader.post(page, post?.(target) ?? {})).status, page).toBe(403);
    }
    expect(await everything()).toEqual(before);
  });

  test("a visitor is sent to sign in, by page, data and post", async () => {
    const target = await targets(given);
    const before = await everything();
    const visitor = new Visitor(worker);
    expect((await visitor.get(path(target))).headers.get("Location")).toMatch(/^\/login\?redirect=/);
    expect(await (await visitor.get(`${path(target)}.data`)).text()).toContain("/login?redirect=");
    expect((await visitor.post(path(target), post?.(target) ?? {})).headers.get("Location")).toMatch(
      /^\/login/,
    );
    expect(await everything()).toEqual(before);
  });
});

test("a changed role works from the next request, in both directions", async () => {
  const visitor = await Visitor.signedIn(worker, { email: "promoted@example.com" });
  expect((await visitor.get("/manager/dashboard")).status).toBe(403);
  await worker.db.update(users).set({ role: "admin" }).where(eq(users.email, "promoted@example.com"));
  expect((await visitor.get("/manager/dashboard")).status).toBe(200);
  await worker.db.update(users).set({ role: "user" }).where(eq(users.email, "promoted@example.com"));
  expect((await visitor.get("/manager/dashboard")).status).toBe(403);
});

describe("a form that is sent twice", () => {
  const id = () => crypto.randomUUID();

  test("makes one book, one genre, one user, and says the same both times", async () => {
    for (const [path, fields] of [
      ["/manager/books/new", { title: "Twice", author: "Once" }],
      ["/manager/genres/new", { name: "Twice" }],
      ["/manager/users/new", { email: "twice@example.com", role: "user" }],
    ] as const) {
      const before = await everything();
      const form = { id: id(), ...fields } as Record<string, string>;
      const answers = await Promise.all([admin.post(path, form), admin.post(path, form)]);
      expect(answers.map(({ status }) => status)).toEqual([302, 302]);
      expect(answers[0]?.headers.get("Location")).toBe(answers[1]?.headers.get("Location"));
      const after = await everything();
      const size = (all: typeof after) => all.books.length + all.genres.length + all.users.length;
      expect(size(after)).toBe(size(before) + 1);
      const entries = await worker.db
        .select()
        .from(auditLog)
        .where(eq(auditLog.subjectId, form.id as string));
      expect(entries).toHaveLength(1);
    }
  });

  test("and filled in anew after Back, makes another book, another genre, another user", async () => {
    for (const [path, first, second] of [
      ["/manager/books/new", { title: "Anew 1" }, { title: "Anew 2" }],
      ["/manager/genres/new", { name: "Anew 1" }, { name: "Anew 2" }],
      [
        "/manager/users/new",
        { email: "anew1@example.com", role: "user" },
        { email: "anew2@example.com", role: "user" },
      ],
    ] as const) {
      const form = id();
      expect((await admin.post(path, { id: form, ...first } as Record<string, string>)).status).toBe(302);
      expect((await admin.post(path, { id: form, ...second } as Record<string, string>)).status).toBe(302);
    }
    const { books, genres, users } = await everything();
    expect(books.filter(({ title }) => title.startsWith("Anew"))).toHaveLength(2);
    expect(genres.filter(({ name }) => name.startsWith("Anew"))).toHaveLength(2);
    expect(users.filter(({ email }) => email.startsWith("anew"))).toHaveLength(2);
  });

  test("with an id that is none, makes what it says", async () => {
    expect((await admin.post("/manager/books/new", { id: "1 or 1=1", title: "Odd id" })).status).toBe(302);
  });

  test("an address that two add at the same time has one user, and the other is told", async () => {
    const fields = { email: "race@example.com", role: "user" };
    const answers = await Promise.all([1, 2, 3].map(() => admin.post("/manager/users/new", fields)));
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 409, 409]);
    for (const answer of answers.filter(({ status }) => status === 409)) {
      expect(answer.headers.get("X-Error-Code")).toBe("USER_ALREADY_EXISTS");
      await expect(answer).toShow(t("code:USER_ALREADY_EXISTS"));
    }
  });
});

test("the dashboard counts what is there, and costs as little as any page", async () => {
  const small = await startTestWorker({ seeded: true });
  const visitor = await Visitor.signedIn(small, { role: "admin", email: "counts@example.com" });
  const person = await addUser(small, {
    email: "newest@example.com",
    name: "Newest Person",
    emailVerifiedAt: 1,
  });
  await addSession(small, person);
  await addSession(small, person, { expiresAt: Date.now() - 1 });
  const page = await visitor.get("/manager/dashboard");
  const [bookCount, userCount] = [
    (await small.db.select().from(books)).length,
    (await small.db.select().from(users)).length,
  ];
  for (const text of [
    `Books ${bookCount}`,
    "Genres 12",
    `Users ${userCount}`,
    "Active sessions 2",
    "Newest Person",
    t("dashboard:latestBooks"),
    t("app:welcome.goToApp"),
  ]) {
    await expect(page).toShow(text);
  }
  expect(databaseCost(page).roundTrips).toBe(1);
  expect(databaseCost(page).rowsRead).toBeLessThanOrEqual(60);
  await small.stop();
});
