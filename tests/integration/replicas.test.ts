import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sessions, users } from "#app/db/schema.ts";
import { addSession, addUser } from "#tests/support/people.ts";
import { ageBy } from "#tests/support/positions.ts";
import { type ReplicatedD1, startReplicatedWorker } from "#tests/support/replicated-database.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, lastCode, Visitor } from "#tests/support/visitor.ts";
import type { TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

/** Longer than a browser that has written reads from the primary, and shorter than it may go without it. */
const A_MINUTE = 60_000;
/** How long a browser may go without the primary (docs/product.md, Numbers). */
const FIVE_MINUTES = 5 * A_MINUTE;

let worker: TestWorker;
let replication: ReplicatedD1;

beforeAll(async () => {
  ({ worker, replication } = await startReplicatedWorker());
});
afterAll(() => worker.stop());

beforeEach(async () => {
  await replication.catchUp();
  replication.nearest = "APAC";
  replication.beforeAnswer = async () => {};
  replication.waits = 0;
});

/** Who answered, and where the reads began, from the Server-Timing header. */
function servedBy(response: Response) {
  const header = response.headers.get("Server-Timing") ?? "";
  const field = (name: string) => new RegExp(`${name};desc="([^"]*)"`).exec(header)?.[1];
  return { start: field("db-start"), regions: field("db-regions") };
}

/** A person whom the replicas know, and whose browser has read from one before. */
async function reader(given: Parameters<typeof addUser>[1] = {}) {
  const user = await addUser(worker, given);
  const visitor = await browserOf(user);
  await replication.catchUp();
  await visitor.get("/app");
  return { visitor, user };
}

const newcomer = () => reader({ onboardedAt: null, name: null });

/** A browser in which somebody is signed in. */
async function browserOf(user: typeof users.$inferSelect): Promise<Visitor> {
  const visitor = new Visitor(worker);
  const [name, value] = (await addSession(worker, user)).cookie.split("=") as [string, string];
  visitor.cookies.set(name, value);
  return visitor;
}

/** A second browser of a visitor, with the same cookies. */
function copyOf(visitor: Visitor): Visitor {
  const copy = new Visitor(worker);
  for (const [name, value] of visitor.cookies) copy.cookies.set(name, value);
  return copy;
}

describe("a page that may lag", () => {
  test("is read from the primary at first, then near the reader, in one round trip", async () => {
    const visitor = await Visitor.signedIn(worker);
    await replication.catchUp();
    expect(servedBy(await visitor.get("/app"))).toEqual({ start: "first-primary", regions: "ENAM" });
    const page = await visitor.get("/app");
    expect(servedBy(page)).toEqual({ start: "bookmark", regions: "APAC" });
    expect(databaseCost(page).roundTrips).toBe(1);
    expect(page.headers.getSetCookie(), "nothing is newer").toEqual([]);
    expect(replication.waits).toBe(0);
  });

  test("asks the primary again after five minutes", async () => {
    const { visitor } = await reader();
    await ageBy(visitor, FIVE_MINUTES - A_MINUTE);
    expect(servedBy(await visitor.get("/app")).regions).toBe("APAC");
    await ageBy(visitor, A_MINUTE);
    expect(servedBy(await visitor.get("/app")).regions).toBe("ENAM");
    expect(servedBy(await visitor.get("/app")).regions).toBe("APAC");
  });

  test("reads the primary if the bookmark is forged", async () => {
    const { visitor } = await reader();
    const position = { bookmark: "99999999-00000000-00000000-0", confirmedAt: Date.now() };
    visitor.cookies.set("last-read", encodeURIComponent(`${btoa(JSON.stringify(position))}.AAAA`));
    expect(servedBy(await visitor.get("/app"))).toEqual({ start: "first-primary", regions: "ENAM" });
  });

  test("never goes back in time, whichever replica answers", async () => {
    const { visitor, user } = await reader();
    await ageBy(visitor, A_MINUTE);
    await worker.db.update(users).set({ role: "admin" }).where(eq(users.id, user.id));
    const manager = t("app:welcome.goToManager");
    await expect(await visitor.get("/app"), "the replica lags behind").not.toShow(manager);

    await replication.catchUp("WEUR");
    replication.nearest = "WEUR";
    await expect(await visitor.get("/app")).toShow(manager);
    replication.nearest = "APAC";
    await expect(await visitor.get("/app")).toShow(manager);
    expect(replication.waits).toBe(1);
  });
});

describe("a replica that fails", () => {
  test("costs one try: the next one asks the primary, and can write", async () => {
    const { visitor } = await newcomer();
    await ageBy(visitor, A_MINUTE);
    replication.beforeAnswer = async (region) => {
      if (region === "APAC") throw new Error("D1_ERROR: no such table: new_in_a_migration");
    };
    expect((await visitor.get("/app")).status).toBe(500);
    expect([...visitor.cookies.keys()]).toEqual(["session"]);
    expect(await visitor.get("/app")).toRedirectTo("/onboarding?redirect=%2Fapp");
    expect(await visitor.post("/onboarding", { name: "Ada" })).toRedirectTo("/app");
    expect((await visitor.get("/app")).status).toBe(200);
  });
});

describe("who has written", () => {
  test("sees it after the redirect, from the primary, without waiting for a replica", async () => {
    const { visitor } = await newcomer();
    expect(await visitor.post("/onboarding", { name: "Ada" })).toRedirectTo("/app");
    const page = await visitor.get("/app");
    expect(page.status).toBe(200);
    expect(servedBy(page)).toEqual({ start: "first-primary", regions: "ENAM" });
    expect(replication.waits).toBe(0);
  });

  test("still sees it later, in every tab: the replica waits until it knows it", async () => {
    const { visitor } = await newcomer();
    await visitor.post("/onboarding", { name: "Ada" });
    await ageBy(visitor, A_MINUTE);
    const page = await visitor.get("/app");
    expect(page.status).toBe(200);
    expect(servedBy(page)).toEqual({ start: "bookmark", regions: "APAC" });
    expect(replication.waits).toBe(1);
  });

  test("still sees it if a page that was asked for before arrives after it", async () => {
    const { visitor } = await newcomer();
    await ageBy(visitor, A_MINUTE);
    const slowTab = copyOf(visitor);
    await slowTab.get("/app/account");
    await visitor.post("/onboarding", { name: "Ada" });
    visitor.cookies.set("last-read", slowTab.cookies.get("last-read") as string);
    await ageBy(visitor, A_MINUTE);
    expect((await visitor.get("/app")).status).toBe(200);
  });

  test("sees it on another device once its replica knows it, or at once where that device asks the primary", async () => {
    const { visitor: phone, user } = await newcomer();
    const laptop = await browserOf(user);
    await replication.catchUp();
    expect(await laptop.get("/app")).toRedirectTo("/onboarding?redirect=%2Fapp");
    await phone.post("/onboarding", { name: "Ada" });

    expect(await laptop.get("/app"), "it lags behind").toRedirectTo("/onboarding?redirect=%2Fapp");
    expect(await laptop.get("/onboarding?redirect=%2Fapp")).toRedirectTo("/app");
    expect((await laptop.get("/app")).status, "and does not go back").toBe(200);
  });
});

describe("a sign-in that no replica knows yet", () => {
  const signIn = async () => {
    const { email } = await addUser(worker);
    await replication.catchUp();
    const visitor = new Visitor(worker);
    const { verifyPath } = await visitor.askForCode(email);
    const code = await lastCode(worker, email);
    expect(await visitor.confirm(verifyPath, code)).toRedirectTo("/app");
    return visitor;
  };

  test("works at once and later", async () => {
    const visitor = await signIn();
    expect((await visitor.get("/app")).status).toBe(200);
    await ageBy(visitor, A_MINUTE);
    expect((await visitor.get("/app")).status).toBe(200);
  });

  test("works in a browser that has lost its bookmarks", async () => {
    const visitor = await signIn();
    visitor.cookies.delete("last-write");
    expect((await visitor.get("/app")).status).toBe(200);
  });

  test("works in a browser whose bookmarks are older: the primary is asked before they count as signed out", async () => {
    const { visitor: earlier } = await reader();
    const visitor = await signIn();
    visitor.cookies.delete("last-write");
    visitor.cookies.set("last-read", earlier.cookies.get("last-read") as string);
    const page = await visitor.get("/app");
    expect(page.status).toBe(200);
    expect(servedBy(page).regions).toBe("APAC ENAM");
    expect(visitor.cookies.has("session")).toBe(true);
    expect(servedBy(await visitor.get("/app")).regions, "once").toBe("APAC");
  });
});

/** What ends a session: on the primary, while the replicas lag behind. */
const ENDS: [string, (visitor: Visitor, id: string) => Promise<unknown>][] = [
  ["sign-out", (visitor) => copyOf(visitor).post("/sign-out", {})],
  ["a revocation", (_, id) => worker.db.delete(sessions).where(eq(sessions.userId, id))],
  ["a ban", (_, id) => worker.db.update(users).set({ bannedAt: Date.now() }).where(eq(users.id, id))],
];

describe.each(ENDS)("%s", (_, end) => {
  /** Somebody who keeps using the cookies of a session that has ended. */
  async function ended() {
    const { visitor, user } = await reader();
    await end(visitor, user.id);
    return { visitor, id: user.id };
  }

  test("takes effect on writes and on personal pages at once", async () => {
    const { visitor, id } = await ended();
    const form = { intent: "change-name", name: "Mallory" };
    const login = /^\/login/;
    for (const answer of [
      await copyOf(visitor).post("/app/account", form),
      await copyOf(visitor).get("/app/account"),
      await copyOf(visitor).get("/account/data"),
    ]) {
      expect(answer.status).toBe(302);
      expect(answer.headers.get("Location")).toMatch(login);
    }
    const [user] = await worker.db.select().from(users).where(eq(users.id, id));
    expect(user?.name).toBe("Ada");
  });

  test("takes effect on every other page within five minutes, however far a replica lags behind", async () => {
    const { visitor } = await ended();
    await ageBy(visitor, FIVE_MINUTES - A_MINUTE);
    expect((await visitor.get("/app")).status, "the replica lags behind").toBe(200);
    await ageBy(visitor, A_MINUTE);
    expect(await visitor.get("/app")).toRedirectTo("/login?redirect=%2Fapp");
    expect(visitor.cookies.has("session")).toBe(false);
  });
});

describe("a role", () => {
  test("opens and closes the manager at once", async () => {
    const { visitor, user } = await reader({ role: "admin" });
    for (const [role, status] of [
      ["user", 403],
      ["admin", 200],
    ] as const) {
      await worker.db.update(users).set({ role }).where(eq(users.id, user.id));
      for (const path of ["/manager/dashboard", "/manager/users", "/Manager/users", "/%6danager/users"]) {
        const page = await visitor.get(path);
        expect(page.status, `${path} as ${role}`).toBe(status);
        expect(servedBy(page).regions).toBe("ENAM");
      }
    }
  });
});

describe("impersonation", () => {
  test("is seen on every page from its beginning to its end", async () => {
    const { visitor: admin } = await reader({ role: "admin" });
    const person = await addUser(worker, { name: "Nadia" });
    const banner = t("user:impersonate.banner", { user: "Nadia" });
    const begun = await admin.post(`/manager/users/${person.id}`, { intent: "impersonate" });
    expect(begun).toRedirectTo("/app");
    await expect(await admin.get("/app")).toShow(banner);
    await ageBy(admin, A_MINUTE);
    await expect(await admin.get("/app")).toShow(banner);

    await admin.post("/stop-impersonating", {});
    await expect(await admin.get("/app")).not.toShow(banner);
    await ageBy(admin, A_MINUTE);
    await expect(await admin.get("/app")).not.toShow(banner);
    expect(replication.waits).toBe(2);
  });
});

describe("the bookmark", () => {
  test("is in a signed cookie for five minutes, and nowhere else", async () => {
    const { visitor } = await newcomer();
    const written = await visitor.post("/onboarding", { name: "Ada" });
    const [cookie] = written.headers.getSetCookie().filter((line) => line.startsWith("last-write="));
    expect(cookie).toMatch(/; Max-Age=300; Path=\/; HttpOnly; SameSite=Lax$/);
    const page = await visitor.get("/app");
    const said = [
      await page.text(),
      page.headers.get("Server-Timing"),
      written.headers.get("Location"),
      ...worker.logs,
    ];
    expect(said.join()).not.toMatch(/\d{8}-\d{8}-/);
  });

  test("has a cookie with the prefix __Host- on https", async () => {
    const response = await worker.miniflare.dispatchFetch("https://deckle.test/login", {
      method: "POST",
      body: "email=https%40example.com",
      headers: { "Content-Type": "application/x-www-form-urlencoded", Origin: "https://deckle.test" },
      redirect: "manual",
    });
    expect(response.headers.getSetCookie().join("\n")).toMatch(/^__Host-last-write=.*; Secure/m);
  });

  test("is not given to visitors who only read, and their pages ask D1 nothing", async () => {
    const visitor = new Visitor(worker);
    for (const path of [
      "/",
      "/login",
      "/login/error",
      "/login/verify?email=a%40example.com",
      "/app",
      "/nowhere",
    ]) {
      const page = await visitor.get(path);
      expect(databaseCost(page).queries, path).toBe(0);
      expect(page.headers.getSetCookie(), path).toEqual([]);
    }
  });
});
