import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accessTokens, auditLog } from "#app/schema.ts";
import { accessTokensOf, addAccessToken } from "#tests/support/api-tokens.ts";
import { startDemo } from "#tests/support/demo-site.ts";
import { addUser, findUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");
const PATH = "/account/tokens";

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());

const entriesAbout = async (userId: string) =>
  (await worker.db.select().from(auditLog).where(eq(auditLog.subjectId, userId))).map(
    ({ action, subjectLabel, changes }) => [action, subjectLabel, changes],
  );

describe("revoking", () => {
  test("one token or all tokens of a user keeps other users' tokens, and writes an entry for each", async () => {
    const email = "revoker@example.com";
    const visitor = await Visitor.signedIn(worker, { email });
    const { id = "" } = (await findUser(worker, email)) ?? {};
    const theirs = await addAccessToken(worker, (await addUser(worker)).id);
    const [first] = [
      await addAccessToken(worker, id, { name: "First" }),
      await addAccessToken(worker, id, { name: "Second" }),
      await addAccessToken(worker, id, { name: "Third", expiresAt: 1 }),
    ];
    for (let n = 0; n < 2; n++) {
      expect(await visitor.post(PATH, { intent: "revoke-token", tokenId: first.id })).toRedirectTo(PATH);
    }
    await expect(await visitor.get(PATH)).toShow(t("token:revoked"));
    await visitor.post(PATH, { intent: "revoke-token", tokenId: theirs.id });
    const left = await visitor.get(PATH);
    await expect(left).not.toShow("First");
    await expect(left).toShow(t("token:ended"));
    expect(await accessTokensOf(worker, id)).toHaveLength(2);
    await expect(await visitor.get(`${PATH}?confirm=revoke-tokens`)).toShow(t("token:question.title"));
    expect(await visitor.post(PATH, { intent: "revoke-tokens" })).toRedirectTo(PATH);
    await expect(await visitor.get(PATH)).toShow(t("token:empty"));
    expect(await accessTokensOf(worker, id)).toEqual([]);
    expect(await accessTokensOf(worker, theirs.userId)).toHaveLength(1);
    const names = (await entriesAbout(id)).map(([, , changes]) => changes);
    expect(names.sort()).toEqual(["First", "Second", "Third"].map((name) => [["accessToken", name, null]]));
    for (const [action, label] of await entriesAbout(id))
      expect([action, label]).toEqual(["token.revoke", email]);
  });

  test("refuses an unknown intent", async () => {
    const visitor = await Visitor.signedIn(worker);
    for (const intent of ["", "revoke", "delete"])
      expect((await visitor.post(PATH, { intent })).status).toBe(400);
  });
});

test("the demo neither creates nor revokes tokens", async () => {
  const demo = await startDemo();
  try {
    const visitor = await Visitor.signedIn(demo);
    const { id } = await addAccessToken(demo, (await addUser(demo)).id);
    const revoking = [
      { intent: "revoke-token", tokenId: id },
      { intent: "revoke-tokens", tokenId: "" },
    ];
    for (const form of [{ intent: "create-token", name: "CI", scopes: "read", ends: "30" }, ...revoking]) {
      const refused = await visitor.post(PATH, form);
      expect(refused.status).toBe(403);
      expect(refused.headers.get("X-Error-Code")).toBe("DEMO_READ_ONLY");
    }
    expect(await demo.db.select({ count: sql`count(*)` }).from(accessTokens)).toEqual([{ count: 1 }]);
  } finally {
    await demo.stop();
  }
});
