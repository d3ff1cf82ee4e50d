import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sessions, users } from "#app/schema.ts";
import { letPass } from "#tests/support/movable-clock.ts";
import { addUser } from "#tests/support/people.ts";
import { A_MINUTE, addReader, copyOf, FIVE_MINUTES, servedBy } from "#tests/support/replica-readers.ts";
import { type ReplicatedD1, startReplicatedWorker } from "#tests/support/replicated-database.ts";
import { textsIn } from "#tests/support/texts.ts";
import { lastCode, Visitor } from "#tests/support/visitor.ts";
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

  describe("a sign-in that no replica has yet", () => {
    const signIn = async () => {
      const { email } = await addUser(worker);
      await replication.catchUp();
      const visitor = new Visitor(worker);
      const { verifyPath } = await visitor.askForCode(email);
      const code = await lastCode(worker, email);
      expect(await visitor.confirm(verifyPath, code)).toRedirectTo("/app");
      return visitor;
    };

    test("works immediately and later", async () => {
      const visitor = await signIn();
      expect((await visitor.get("/app")).status).toBe(200);
      await letPass(A_MINUTE, worker);
      expect((await visitor.get("/app")).status).toBe(200);
    });

    test("works in a browser that has lost its bookmarks", async () => {
      const visitor = await signIn();
      visitor.cookies.delete("last-write");
      expect((await visitor.get("/app")).status).toBe(200);
    });

    test("works in a browser with older bookmarks, because the primary is asked before it counts as signed out", async () => {
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

  /** What ends a session on the primary while the replicas lag behind. */
  const ENDS: [string, (visitor: Visitor, id: string) => Promise<unknown>][] = [
    ["sign-out", (visitor) => copyOf(visitor).post("/sign-out", {})],
    ["a revocation", (_, id) => worker.db.delete(sessions).where(eq(sessions.userId, id))],
    ["a ban", (_, id) => worker.db.update(users).set({ bannedAt: Date.now() }).where(eq(users.id, id))],
  ];

  describe.each(ENDS)("%s", (_, end) => {
    /** Signs a reader in and ends the session. @returns the browser, which keeps the session's cookies */
    async function ended() {
      const { visitor, user } = await reader();
      await end(visitor, user.id);
      return { visitor, id: user.id };
    }

    test("takes effect immediately on writes and on personal pages", async () => {
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
      await letPass(FIVE_MINUTES - A_MINUTE, worker);
      expect((await visitor.get("/app")).status, "the replica lags behind").toBe(200);
      await letPass(A_MINUTE, worker);
      expect(await visitor.get("/app")).toRedirectTo("/login?redirect=%2Fapp");
      expect(visitor.cookies.has("session")).toBe(false);
    });
  });

  describe("a role", () => {
    test("takes effect immediately, both when it is granted and when it is removed", async () => {
      const { visitor, user } = await reader({ role: "admin" });
      for (const [role, status, regions] of [
        ["user", 403, "ENAM"],
        // The browser has no record of the role, so the role is checked first, on the primary. A replica that
        // is just as new may then serve the page.
        ["admin", 200, expect.stringMatching(/^ENAM( APAC)?$/)],
      ] as const) {
        await worker.db.update(users).set({ role }).where(eq(users.id, user.id));
        for (const path of ["/manager/dashboard", "/manager/users", "/Manager/users", "/%6danager/users"]) {
          const page = await visitor.get(path);
          expect(page.status, `${path} as ${role}`).toBe(status);
          expect(servedBy(page).regions, `${path} as ${role}`).toEqual(regions);
        }
      }
    });
  });

  describe("impersonation", () => {
    test("is visible on every page from its start to its end", async () => {
      const { visitor: admin } = await reader({ role: "admin" });
      const person = await addUser(worker, { name: "Nadia" });
      const banner = t("impersonation.banner", { user: "Nadia" });
      const begun = await admin.post(`/manager/users/${person.id}`, { intent: "impersonate" });
      expect(begun).toRedirectTo("/app");
      await expect(await admin.get("/app")).toShow(banner);
      await letPass(A_MINUTE, worker);
      await expect(await admin.get("/app")).toShow(banner);

      await admin.post("/stop-impersonating", {});
      await expect(await admin.get("/app")).not.toShow(banner);
      await letPass(A_MINUTE, worker);
      await expect(await admin.get("/app")).not.toShow(banner);
      expect(replication.waits).toBe(2);
    });
  });
});
