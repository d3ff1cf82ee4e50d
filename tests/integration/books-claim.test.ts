import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { claimCookie } from "#app/identity/session/claim.server.ts";
import { sessions, users } from "#app/schema.ts";
import { A_MINUTE, copyOf, queriesOf, readerWithScript } from "#tests/support/replica-readers.ts";
import { type ReplicatedD1, startReplicatedWorker } from "#tests/support/replicated-database.ts";
import { textsIn } from "#tests/support/texts.ts";
import type { Visitor } from "#tests/support/visitor.ts";
import type { TestWorker } from "#tests/support/worker.ts";

// The claim in a cookie with which a reader gets copies of the catalogue for a minute, without a query for the session.

const t = textsIn("en");

let worker: TestWorker;
let replication: ReplicatedD1;

beforeAll(async () => {
  ({ worker, replication } = await startReplicatedWorker({
    settings: { READ_CACHE: "true" },
    dataCentre: "NBO",
  }));
});
afterAll(() => worker.stop());
beforeEach(() => replication.reset());

/** Makes the claim in a browser's cookie older by `milliseconds`, and changes some of its `values`. */
async function changeClaim(visitor: Visitor, milliseconds: number, values: object = {}): Promise<void> {
  const cookie = claimCookie(visitor.worker.settings, new URL(visitor.worker.url));
  const claim: { at: number } = await cookie.parse(`claim=${visitor.cookies.get("claim")}`);
  const line = await cookie.serialize({ ...claim, at: claim.at - milliseconds, ...values });
  visitor.cookies.set("claim", /=([^;]*)/.exec(line)?.[1] as string);
}

describe("the claim", () => {
  /** Signs in a reader whose browser has a claim. */
  async function claimed() {
    const visitor = await readerWithScript(worker);
    await visitor.get("/app/books");
    expect(await queriesOf(visitor, "/app/books")).toBe(0);
    return visitor;
  }

  const END: [string, (visitor: Visitor) => Promise<unknown>, string][] = [
    [
      "a revocation",
      ({ userId }) => worker.db.delete(sessions).where(eq(sessions.userId, userId ?? "")),
      "/login",
    ],
    [
      "a ban",
      ({ userId }) =>
        worker.db
          .update(users)
          .set({ bannedAt: Date.now() })
          .where(eq(users.id, userId ?? "")),
      "/login",
    ],
  ];

  test.each(END)(
    "lets %s take effect within a minute here, and immediately everywhere else",
    async (_, end, to) => {
      const visitor = await claimed();
      await end(visitor);
      expect((await visitor.get("/app/books")).status).toBe(200);
      for (const path of ["/app/account", "/app/shelf", "/account/data"]) {
        const elsewhere = await copyOf(visitor).get(path);
        expect(elsewhere.status, path).toBe(302);
        expect(elsewhere.headers.get("Location"), path).toMatch(to);
      }
      await changeClaim(visitor, A_MINUTE);
      expect(await visitor.get("/app/books")).toRedirectTo("/login?redirect=%2Fapp%2Fbooks");
    },
  );

  test("lets a role take effect within a minute", async () => {
    const visitor = await claimed();
    await worker.db
      .update(users)
      .set({ role: "admin" })
      .where(eq(users.id, visitor.userId ?? ""));
    expect(await queriesOf(visitor, "/app/books")).toBe(0);
    await changeClaim(visitor, A_MINUTE);
    expect(await queriesOf(visitor, "/app/books")).toBeGreaterThan(0);
    visitor.cookies.delete("claim");
    await visitor.get("/app/books");
    expect(visitor.cookies.has("claim"), "no claim for whoever may enter the manager").toBe(false);
  });

  test("is not trusted after signing out, even in a copy of its cookie", async () => {
    const visitor = await claimed();
    const claim = visitor.cookies.get("claim") as string;
    await visitor.post("/sign-out", {});
    expect(visitor.cookies.has("claim")).toBe(false);
    visitor.cookies.set("claim", claim);
    expect(await visitor.get("/app/books")).toRedirectTo("/login?redirect=%2Fapp%2Fbooks");
  });

  test("is trusted for no other session, for no longer than the session, and only with its signature", async () => {
    const visitor = await claimed();
    const other = await readerWithScript(worker);
    const claim = visitor.cookies.get("claim") as string;
    other.cookies.set("claim", claim);
    expect(await queriesOf(other, "/app/books"), "another session").toBeGreaterThan(0);
    const forged = copyOf(visitor);
    forged.cookies.set("claim", `${claim.slice(0, -4)}AAAA`);
    expect(await queriesOf(forged, "/app/books"), "forged").toBeGreaterThan(0);
    const cookie = claimCookie(worker.settings, new URL(worker.url));
    const { viewer } = await cookie.parse(`claim=${claim}`);
    await changeClaim(visitor, 0, { viewer: { ...viewer, sessionEndsAt: Date.now() - 1 } });
    expect(await queriesOf(visitor, "/app/books"), "the session has ended").toBeGreaterThan(0);
  });

  test("is renewed after a response when it is half a minute old", async () => {
    const visitor = await claimed();
    await changeClaim(visitor, A_MINUTE / 2);
    const old = visitor.cookies.get("claim");
    expect(await queriesOf(visitor, "/app/books")).toBe(0);
    await expect
      .poll(async () => {
        expect(await queriesOf(visitor, "/app/books")).toBe(0);
        return visitor.cookies.get("claim");
      })
      .not.toBe(old);
  });

  test("ends before its minute is over if the renewal finds that the session has ended", async () => {
    const visitor = await claimed();
    await worker.db.delete(sessions).where(eq(sessions.userId, visitor.userId ?? ""));
    await changeClaim(visitor, A_MINUTE / 2);
    expect((await visitor.get("/app/books")).status).toBe(200);
    await expect.poll(async () => (await visitor.get("/app/books")).status).toBe(302);
  });

  test("ends with a form, and is not revived by a page that was requested before the form and arrives after it", async () => {
    const visitor = await claimed();
    const before = copyOf(visitor);
    await visitor.post("/app/account", { intent: "change-name", name: "Ada Lovelace" });
    expect(visitor.cookies.has("claim")).toBe(false);
    await visitor.get("/app/books");
    expect(await queriesOf(visitor, "/app/books")).toBe(0);
    visitor.cookies.set("claim", before.cookies.get("claim") as string);
    expect(await queriesOf(visitor, "/app/books"), "of the session").toBe(1);
  });

  test("from before a form is not trusted after a page that failed, either", async () => {
    const visitor = await claimed();
    const claim = visitor.cookies.get("claim") as string;
    await visitor.post("/app/account", { intent: "change-name", name: "Ada Lovelace" });
    replication.beforeAnswer = async () => {
      throw new Error("D1_ERROR: D1 DB is overloaded");
    };
    expect((await visitor.get("/app/books?searchTerm=kintu")).status).toBe(500);
    replication.reset();
    await worker.db.delete(sessions).where(eq(sessions.userId, visitor.userId ?? ""));
    visitor.cookies.set("claim", claim);
    expect(await visitor.get("/app/books")).toRedirectTo("/login?redirect=%2Fapp%2Fbooks");
  });

  test("is not used during impersonation, whose banner is on every page", async () => {
    const admin = await readerWithScript(worker, { role: "admin" });
    const person = await claimed();
    expect((await admin.post(`/manager/users/${person.userId}`, { intent: "impersonate" })).status).toBe(302);
    for (let n = 0; n < 2; n++) {
      await expect(await admin.get("/app/books")).toShow(t("impersonation.banner", { user: "Ada" }));
      expect(admin.cookies.has("claim")).toBe(false);
    }
  });
});
