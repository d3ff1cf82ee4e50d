import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { users } from "#app/schema.ts";
import { letPass } from "#tests/support/movable-clock.ts";
import type { addUser } from "#tests/support/people.ts";
import {
  A_MINUTE,
  addReader,
  browserOf,
  copyOf,
  FIVE_MINUTES,
  servedBy,
} from "#tests/support/replica-readers.ts";
import { type ReplicatedD1, startReplicatedWorker } from "#tests/support/replicated-database.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import type { TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

// All tests run with and without READ_CACHE (docs/decisions/0095).
describe.each(["false", "true"])("with READ_CACHE=%s", (READ_CACHE) => {
  let worker: TestWorker;
  let replication: ReplicatedD1;

  beforeAll(async () => {
    ({ worker, replication } = await startReplicatedWorker({ settings: { READ_CACHE } }));
  });
  afterAll(() => worker.stop());

  beforeEach(() => replication.reset());

  const reader = (given: Parameters<typeof addUser>[1] = {}) => addReader({ worker, replication }, given);

  const newcomer = () => reader({ onboardedAt: null, name: null });

  describe("a page that may read stale data", () => {
    test("is read from the primary at first, then near the reader, in one round trip", async () => {
      const visitor = await Visitor.signedIn(worker);
      await replication.catchUp();
      expect(servedBy(await visitor.get("/app"))).toEqual({ start: "first-primary", regions: "ENAM" });
      const page = await visitor.get("/app");
      expect(servedBy(page)).toEqual({ start: "bookmark", regions: "APAC" });
      expect(databaseCost(page).roundTrips).toBe(1);
      expect(page.headers.getSetCookie(), "nothing is newer").toEqual([]);
      const posted = await visitor.post("/app", {});
      expect(servedBy(posted), "it might write").toEqual({ start: "first-primary", regions: "ENAM" });
      expect(replication.waits).toBe(0);
    });

    test("must be listed: a new page below /app reads the primary", async () => {
      const { visitor } = await reader();
      await letPass(A_MINUTE, worker);
      expect(servedBy(await visitor.get("/app/not-listed")).start).toBe("first-primary");
      expect(servedBy(await visitor.get("/app")).start).toBe("bookmark");
    });

    test("asks the primary again after five minutes", async () => {
      const { visitor } = await reader();
      await letPass(FIVE_MINUTES - A_MINUTE, worker);
      expect(servedBy(await visitor.get("/app")).regions).toBe("APAC");
      await letPass(A_MINUTE, worker);
      expect(servedBy(await visitor.get("/app")).regions).toBe("ENAM");
      expect(servedBy(await visitor.get("/app")).regions).toBe("APAC");
    });

    test("reads the primary if the bookmark is forged", async () => {
      const { visitor } = await reader();
      // So old that a browser with this position would not have to read the primary.
      const position = { bookmark: "00000000-00000000-00000000-0", confirmedAt: Date.now() - A_MINUTE };
      const content = btoa(JSON.stringify(position));
      for (const name of ["last-read", "last-write"]) {
        for (const forged of [content, `${content}.AAAA`]) {
          const forger = copyOf(visitor);
          for (const other of ["last-read", "last-write"]) forger.cookies.delete(other);
          forger.cookies.set(name, encodeURIComponent(forged));
          const page = servedBy(await forger.get("/app"));
          expect(page, `${name}=${forged}`).toEqual({ start: "first-primary", regions: "ENAM" });
        }
      }
    });

    test("never goes back in time, whichever replica responds", async () => {
      const { visitor, user } = await reader();
      await letPass(A_MINUTE, worker);
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
    test("costs one try: the next request reads the primary, and can write", async () => {
      const { visitor } = await newcomer();
      await letPass(A_MINUTE, worker);
      replication.beforeAnswer = async (region) => {
        if (region === "APAC") throw new Error("D1_ERROR: no such table: new_in_a_migration");
      };
      expect((await visitor.get("/app")).status).toBe(500);
      expect([...visitor.cookies.keys()]).toEqual(["session", "styles"]);
      expect(await visitor.get("/app")).toRedirectTo("/onboarding?redirect=%2Fapp");
      expect(await visitor.post("/onboarding", { name: "Ada" })).toRedirectTo("/app");
      expect((await visitor.get("/app")).status).toBe(200);
    });
  });

  describe("a user who has written", () => {
    test("sees the change after the redirect, from the primary, without waiting for a replica", async () => {
      const { visitor } = await newcomer();
      expect(await visitor.post("/onboarding", { name: "Ada" })).toRedirectTo("/app");
      const page = await visitor.get("/app");
      expect(page.status).toBe(200);
      expect(servedBy(page)).toEqual({ start: "first-primary", regions: "ENAM" });
      expect(replication.waits).toBe(0);
    });

    test("still sees the change later, in every tab: the replica waits until it has the change", async () => {
      const { visitor } = await newcomer();
      await visitor.post("/onboarding", { name: "Ada" });
      await letPass(A_MINUTE, worker);
      const page = await visitor.get("/app");
      expect(page.status).toBe(200);
      expect(servedBy(page)).toEqual({ start: "bookmark", regions: "APAC" });
      expect(replication.waits).toBe(1);
    });

    test("still sees the change if a page that was requested earlier arrives later", async () => {
      const { visitor } = await newcomer();
      await letPass(A_MINUTE, worker);
      const slowTab = copyOf(visitor);
      await slowTab.get("/app/account");
      await visitor.post("/onboarding", { name: "Ada" });
      visitor.cookies.set("last-read", slowTab.cookies.get("last-read") as string);
      await letPass(A_MINUTE, worker);
      expect((await visitor.get("/app")).status).toBe(200);
    });

    test("sees the change on another device once its replica has it, or immediately if that device reads the primary", async () => {
      const { visitor: phone, user } = await newcomer();
      const laptop = await browserOf(worker, user);
      await replication.catchUp();
      expect(await laptop.get("/app")).toRedirectTo("/onboarding?redirect=%2Fapp");
      await phone.post("/onboarding", { name: "Ada" });

      expect(await laptop.get("/app"), "it lags behind").toRedirectTo("/onboarding?redirect=%2Fapp");
      expect(await laptop.get("/onboarding?redirect=%2Fapp")).toRedirectTo("/app");
      expect((await laptop.get("/app")).status, "and never shows the old state again").toBe(200);
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

    test("is in a cookie with the prefix __Host- over https", async () => {
      const response = await worker.miniflare.dispatchFetch("https://deckle.test/login", {
        method: "POST",
        body: "email=https%40example.com",
        headers: {
          "Content-Type": "application/x-www-form-urlencoded",
          Origin: "https://deckle.test",
          Cookie: "theme=light",
        },
        redirect: "manual",
      });
      expect(response.headers.getSetCookie().join("\n")).toMatch(/^__Host-last-write=.*; Secure/m);
    });

    test("is not given to visitors who only read, and whose pages make no query", async () => {
      const visitor = new Visitor(worker);
      // The first page sets a cookie for the style sheet.
      await visitor.get("/login");
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
});
