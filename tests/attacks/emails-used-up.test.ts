import { afterAll, beforeAll, expect, test } from "vitest";
import { MAILS_AN_HOUR } from "#app/core/email/email-decision.server.ts";
import { organisationWithPeople } from "#tests/support/organisation-people.ts";
import { someone } from "#tests/support/someone.ts";
import { mailsTo } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// A mailbox gets only some emails of a kind in an hour. Nobody may use them up without sending any.

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());

/** More forms than emails that a mailbox gets in an hour. */
const MANY = Array.from({ length: MAILS_AN_HOUR + 2 });

const SENDERS = {
  "an invitation": async () => {
    const { owner, slug } = await organisationWithPeople(worker);
    return (email: string) =>
      owner.visitor.post(`/app/o/${slug}/invitations`, { intent: "invite", email, role: "member" });
  },
  "a shared link": async () => {
    const { visitor } = await someone(worker);
    const form = { id: crypto.randomUUID(), bookId: "", language: "en" };
    return (email: string) => visitor.post("/app/shares/new", { ...form, email });
  },
};

test.each(Object.entries(SENDERS))(
  "somebody who sends the form of %s again and again does not keep others from sending theirs",
  async (_, sender) => {
    const to = `${crypto.randomUUID()}@example.com`;
    const [again, other] = [await sender(), await sender()];
    for (const _ of MANY) await again(to);
    expect(await mailsTo(worker, to)).toHaveLength(1);
    expect((await other(to)).status).toBe(302);
    expect(await mailsTo(worker, to)).toHaveLength(2);
  },
);
