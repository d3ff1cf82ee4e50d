import { afterAll, beforeAll, expect, test } from "vitest";
import { MAILS_AN_HOUR } from "#app/core/email/email-decision.server.ts";
import { organisationWithPeople } from "#tests/support/organisation-people.ts";
import { mailsTo } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());

/** An owner of an organisation, who invites people with an address. */
async function inviter() {
  const { owner, slug } = await organisationWithPeople(worker);
  return (email: string) =>
    owner.visitor.post(`/app/o/${slug}/invitations`, { intent: "invite", email, role: "member" });
}

test("somebody who invites an address again and again does not keep others from inviting it", async () => {
  const [again, other] = [await inviter(), await inviter()];
  const to = `${crypto.randomUUID()}@example.com`;
  // A mailbox gets only some emails of a kind in an hour. An invitation that is sent again emails nobody.
  for (let sent = 0; sent < MAILS_AN_HOUR + 2; sent++) await again(to);
  expect(await mailsTo(worker, to)).toHaveLength(1);
  expect((await other(to)).status).toBe(302);
  expect(await mailsTo(worker, to)).toHaveLength(2);
});
