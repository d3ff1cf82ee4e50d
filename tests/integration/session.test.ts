import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sha256 } from "#app/core/lib/bytes.ts";
import { DAY } from "#app/core/lib/durations.ts";
import { sessions, users } from "#app/schema.ts";
import { addSession, addUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, lastCode, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;

beforeAll(async () => {
  worker = await startTestWorker();
});

afterAll(() => worker.stop());

const signIn = async (visitor: Visitor, email: string) => {
  const { verifyPath, code } = await visitor.askForCode(email);
  return visitor.confirm(verifyPath, code);
};

const withCookie = (cookie: string) =>
  fetch(new URL("/app", worker.url), { headers: { Cookie: cookie }, redirect: "manual" });

describe("the session cookie", () => {
  test("is signed, HttpOnly, Lax and without the __Host- prefix over http", async () => {
    const response = await signIn(new Visitor(worker), (await addUser(worker)).email);
    const cookie = response.headers.getSetCookie().find((line) => line.startsWith("session="));
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/);
    expect(cookie).toMatch(/; Path=\//);
    expect(cookie).not.toMatch(/; Secure/);
  });

  test("has the __Host- prefix and Secure over https", async () => {
    const { email } = await addUser(worker);
    const post = (path: string, fields: Record<string, string>, cookie = "theme=light") =>
      worker.miniflare.dispatchFetch(`https://deckle.test${path}`, {
        method: "POST",
        body: new URLSearchParams(fields).toString(),
        headers: {
          "Content-Type": "application/x-www-form-urlencoded",
          Origin: "https://deckle.test",
          Cookie: cookie,
        },
        redirect: "manual",
      });
    const asked = await post("/login", { email });
    const [challenge] = asked.headers.getSetCookie();
    expect(challenge).toMatch(/^__Host-sign-in=.*; Secure/);
    const outbox = (await (await fetch(`${worker.url}/dev/outbox.json`)).json()) as {
      to: string;
      text: string;
    }[];
    const code = outbox.find(({ to }) => to === email)?.text.match(/\b\d{6}\b/)?.[0] as string;
    const path = asked.headers.get("Location") as string;
    const response = await post(path, { intent: "confirm", code }, challenge?.split(";")[0]);
    const cookie = response.headers.getSetCookie().find((line) => line.includes("session="));
    expect(cookie).toMatch(/^__Host-session=.*; HttpOnly; Secure|^__Host-session=.*Secure.*HttpOnly/);
    expect(response.headers.get("Strict-Transport-Security")).toContain("max-age");
  });

  test("holds 256 random bits, of which D1 stores only the SHA-256, and changes at every sign-in", async () => {
    const user = await addUser(worker);
    const tokens = [];
    for (let n = 0; n < 2; n++) {
      const visitor = new Visitor(worker);
      await signIn(visitor, user.email);
      const value = decodeURIComponent(visitor.cookies.get("session") as string);
      tokens.push(JSON.parse(atob(value.split(".")[0] as string)) as string);
    }
    expect(tokens[0]).toMatch(/^[\w-]{43}$/);
    expect(tokens[0]).not.toBe(tokens[1]);
    const rows = await worker.db.select().from(sessions).where(eq(sessions.userId, user.id));
    expect(rows.map(({ tokenHash }) => tokenHash).sort()).toEqual(
      (await Promise.all(tokens.map(sha256))).sort(),
    );
    expect(JSON.stringify(rows)).not.toContain(tokens[0]);
  });

  test.each([
    "",
    "x",
    "session=",
    "session=%00",
    "session=e30%3D.AAAA",
    `session=${"a".repeat(5000)}`,
    "session=%E0%A4%A",
  ])("without a valid signature (%#) is no session, and causes no query", async (cookie) => {
    const response = await withCookie(cookie);
    expect(response).toRedirectTo("/login?redirect=%2Fapp");
    expect(response.headers.get("Server-Timing")).toContain('db-queries;desc="0"');
  });
});

describe("a session", () => {
  test("stores the user agent and Cloudflare's country", async () => {
    const { email } = await addUser(worker);
    const from = (country: string) => ({ cf: { country } as never, redirect: "manual" as const });
    const headers = {
      "Content-Type": "application/x-www-form-urlencoded",
      "Sec-Fetch-Site": "same-origin",
      Cookie: "theme=light",
    };
    const asked = await worker.miniflare.dispatchFetch(`${worker.url}/login`, {
      ...from("KE"),
      method: "POST",
      headers,
      body: `email=${encodeURIComponent(email)}`,
    });
    const code = await lastCode(worker, email);
    await worker.miniflare.dispatchFetch(`${worker.url}${asked.headers.get("Location")}`, {
      ...from("KE"),
      method: "POST",
      headers: { ...headers, Cookie: asked.headers.getSetCookie()[0]?.split(";")[0] as string },
      body: `intent=confirm&code=${code}`,
    });
    const rows = await worker.db.select().from(sessions).where(eq(sessions.country, "KE"));
    expect(rows).toHaveLength(1);
  });

  test("stores the user agent", async () => {
    const user = await addUser(worker);
    await signIn(new Visitor(worker, { "User-Agent": "Netscape/4.0" }), user.email);
    const [session] = await worker.db.select().from(sessions).where(eq(sessions.userId, user.id));
    expect(session).toMatchObject({ userAgent: "Netscape/4.0" });
    expect((session?.expiresAt ?? 0) - (session?.createdAt ?? 0)).toBe(30 * DAY);
  });

  test("is renewed by use at most once a day, for 30 days from then", async () => {
    const user = await addUser(worker);
    const now = Date.now();
    const fresh = await addSession(worker, user, { updatedAt: now - DAY / 2, expiresAt: now + DAY });
    const stale = await addSession(worker, user, { updatedAt: now - DAY - 1, expiresAt: now + DAY });
    for (const { cookie } of [fresh, stale]) {
      const response = await withCookie(cookie);
      expect(response.status).toBe(200);
      expect(databaseCost(response), "renewing delays no response").toMatchObject({ roundTrips: 1 });
    }
    const expiry = async (id: string) => {
      const [row] = await worker.db.select().from(sessions).where(eq(sessions.id, id));
      return row?.expiresAt ?? 0;
    };
    await expect.poll(() => expiry(stale.sessionId)).toBeGreaterThan(now + 29 * DAY);
    expect(await expiry(fresh.sessionId)).toBe(now + DAY);
  });

  test("is never renewed beyond 90 days from sign-in, and ends then", async () => {
    const user = await addUser(worker);
    const now = Date.now();
    const old = await addSession(worker, user, { createdAt: now - 80 * DAY, updatedAt: now - 2 * DAY });
    expect((await withCookie(old.cookie)).status).toBe(200);
    await expect
      .poll(async () => {
        const [row] = await worker.db.select().from(sessions).where(eq(sessions.id, old.sessionId));
        return row?.expiresAt;
      })
      .toBe(now + 10 * DAY);
    const ancient = await addSession(worker, user, { createdAt: now - 90 * DAY - 1 });
    expect(await withCookie(ancient.cookie)).toRedirectTo("/login?redirect=%2Fapp");
  });

  test("ends at its expiry, and at the next request after a ban, a revocation or a deletion", async () => {
    const ends = async (change: (user: typeof users.$inferSelect, sessionId: string) => Promise<unknown>) => {
      const user = await addUser(worker);
      const { cookie, sessionId } = await addSession(worker, user);
      expect((await withCookie(cookie)).status).toBe(200);
      await change(user, sessionId);
      expect(await withCookie(cookie)).toRedirectTo("/login?redirect=%2Fapp");
    };
    await ends((_, id) =>
      worker.db.update(sessions).set({ expiresAt: Date.now() }).where(eq(sessions.id, id)),
    );
    await ends((user) => worker.db.update(users).set({ bannedAt: Date.now() }).where(eq(users.id, user.id)));
    await ends((_, id) => worker.db.delete(sessions).where(eq(sessions.id, id)));
    await ends(async (user) => {
      await worker.db.delete(sessions).where(eq(sessions.userId, user.id));
      await worker.db.delete(users).where(eq(users.id, user.id));
    });
  });

  test("opens the manager at the next request after its user becomes an administrator", async () => {
    const visitor = await Visitor.signedIn(worker, { email: "promoted@example.com" });
    expect((await visitor.get("/manager/users")).status).toBe(403);
    await worker.db.update(users).set({ role: "admin" }).where(eq(users.email, "promoted@example.com"));
    expect((await visitor.get("/manager/users")).status).toBe(200);
  });
});

describe("an ended or misused session cookie", () => {
  test("is deleted if the session has ended, so that it is not looked up again", async () => {
    const visitor = await Visitor.signedIn(worker, { email: "revoked@example.com" });
    const [user] = await worker.db.select().from(users).where(eq(users.email, "revoked@example.com"));
    await worker.db.delete(sessions).where(eq(sessions.userId, user?.id as string));
    expect(await visitor.post("/sign-out", {})).toRedirectTo("/login");
    expect(visitor.cookies.has("session")).toBe(false);
  });

  test("is no session if the signature is that of another cookie", async () => {
    const visitor = new Visitor(worker);
    await visitor.askForCode("kinds@example.com");
    const response = await withCookie(`session=${visitor.cookies.get("sign-in")}`);
    expect(response).toRedirectTo("/login?redirect=%2Fapp");
    expect(response.headers.get("Server-Timing")).toContain('db-queries;desc="0"');
  });
});

describe("signing out", () => {
  test("asks first, ends the session by a POST, and deletes the cookie", async () => {
    const visitor = await Visitor.signedIn(worker);
    const cookie = `session=${visitor.cookies.get("session")}`;
    await expect(await visitor.get("/sign-out")).toShow(t("auth:signOut.description"));
    expect((await withCookie(cookie)).status).toBe(200);
    expect(await visitor.post("/sign-out", {})).toRedirectTo("/login");
    expect(visitor.cookies.has("session")).toBe(false);
    expect(await withCookie(cookie)).toRedirectTo("/login?redirect=%2Fapp");
    expect(await visitor.get("/sign-out")).toRedirectTo("/login");
  });
});

test("each page of a signed-in user takes one round trip", async () => {
  const visitor = await Visitor.signedIn(worker);
  for (const path of ["/app", "/app/account", "/sign-out"]) {
    expect(databaseCost(await visitor.get(path)), path).toMatchObject({ roundTrips: 1 });
    expect(databaseCost(await visitor.get(`${path}.data`)), path).toMatchObject({ roundTrips: 1 });
  }
});
