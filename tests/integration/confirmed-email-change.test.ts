import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loginChallenges, sessions, type users } from "#app/schema.ts";
import { askToChangeEmail } from "#tests/support/change-email.ts";
import { addUser, findUser } from "#tests/support/people.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const account = "/app/account";

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());

const idOf = async (email: string) => (await findUser(worker, email))?.id as string;

test("a change that both codes confirm ends the user's other sessions, and nobody else's", async () => {
  const [from, to] = ["here@old.example.com", "here@new.example.com"];
  const visitor = await Visitor.signedIn(worker, { email: from });
  const { id } = (await findUser(worker, from)) as typeof users.$inferSelect;
  const elsewhere = new Visitor(worker);
  const { verifyPath, code } = await elsewhere.askForCode(from);
  await elsewhere.confirm(verifyPath, code);
  expect((await elsewhere.get("/app")).status).toBe(200);
  const stranger = await Visitor.signedIn(worker, { email: "bystander@example.com" });
  const { path, form } = await askToChangeEmail(worker, visitor, from, to);
  expect(await visitor.post(path, form)).toRedirectTo(account);
  expect((await visitor.get(account)).status).toBe(200);
  expect((await elsewhere.get("/app")).status).toBe(302);
  expect((await stranger.get("/app")).status).toBe(200);
  expect(await worker.db.$count(sessions, eq(sessions.userId, id))).toBe(1);
});

test("a change to an address that another account has taken in the meantime ends no session", async () => {
  const [from, to] = ["kept@old.example.com", "kept@new.example.com"];
  const visitor = await Visitor.signedIn(worker, { email: from });
  const elsewhere = new Visitor(worker);
  const { verifyPath, code } = await elsewhere.askForCode(from);
  await elsewhere.confirm(verifyPath, code);
  const { path, form } = await askToChangeEmail(worker, visitor, from, to);
  await addUser(worker, { email: to });
  expect((await visitor.post(path, form)).status).toBe(409);
  for (const browser of [visitor, elsewhere]) expect((await browser.get("/app")).status).toBe(200);
});

test("a missing code from the old address does not count as a try of the code from the new address", async () => {
  const [from, to] = ["gone@old.example.com", "gone@new.example.com"];
  const visitor = await Visitor.signedIn(worker, { email: from });
  const { path, form } = await askToChangeEmail(worker, visitor, from, to);
  const challengeOf = async (email: string) => {
    const ofChange = and(eq(loginChallenges.email, email), eq(loginChallenges.userId, await idOf(from)));
    const [challenge] = await worker.db.select().from(loginChallenges).where(ofChange);
    return challenge as typeof loginChallenges.$inferSelect;
  };
  await worker.kv.delete(`login-code:${(await challengeOf(from)).id}`);
  expect((await visitor.post(path, form)).status).toBe(400);
  expect((await challengeOf(to)).attempts).toBe(0);
});
