import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sessions, type users } from "#app/db/schema.ts";
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

test("a change that both codes confirm ends the other sessions, and no session of anybody else", async () => {
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

test("a change that both codes confirm, to an address that somebody else has by then, ends no session", async () => {
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
