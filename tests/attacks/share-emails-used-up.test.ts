import { afterAll, beforeAll, expect, test } from "vitest";
import { MAILS_AN_HOUR } from "#app/core/email/email-decision.server.ts";
import { someone } from "#tests/support/someone.ts";
import { mailsTo } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());

/** A reader who sends one form of a shared shelf to addresses. */
async function sharer() {
  const { visitor } = await someone(worker);
  const form = { id: crypto.randomUUID(), bookId: "", language: "en" };
  return (email: string) => visitor.post("/app/shares/new", { ...form, email });
}

test("somebody who sends the form of a link again and again does not keep others from sharing", async () => {
  const [again, other] = [await sharer(), await sharer()];
  const to = `${crypto.randomUUID()}@example.com`;
  // A mailbox gets only some emails of a kind in an hour. A form that is sent again emails nobody.
  for (let sent = 0; sent < MAILS_AN_HOUR + 2; sent++) await again(to);
  expect(await mailsTo(worker, to)).toHaveLength(1);
  expect((await other(to)).status).toBe(302);
  expect(await mailsTo(worker, to)).toHaveLength(2);
});
