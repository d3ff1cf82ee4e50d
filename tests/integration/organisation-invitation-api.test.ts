import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codeOf } from "#tests/support/api-problem.ts";
import {
  addOpen,
  cancel,
  type Inviting,
  invitationsOf,
  invite,
  resend,
} from "#tests/support/organisation-invitation-calls.ts";
import { linkTo, someAddress } from "#tests/support/organisation-invitations.ts";
import { withPrograms } from "#tests/support/organisation-programs.ts";
import { addMembers, addTeam } from "#tests/support/organisations.ts";
import { databaseCost, mailsTo, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Tests what a member's token can do with invitations through the API, as the pages can.
// organisation-invitation-api-access.test.ts tests the permissions.

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());

describe("a member who may invite", () => {
  test("invites an address to a team, lists the invitation, sends it again, and cancels it", async () => {
    const place = await withPrograms(worker);
    const { id: organisationId, path, owner } = place;
    const team = { id: await addTeam(worker, organisationId, "Printers"), name: "Printers" };
    const email = someAddress();
    const made = await invite(owner, place, { email, role: "administrator", teamId: team.id });
    expect(made.status).toBe(201);
    const { emailed, ...invitation } = (await made.json()) as { emailed: boolean; id: string };
    expect({ emailed, ...invitation }).toEqual({
      id: invitation.id,
      email,
      role: "administrator",
      team,
      state: "open",
      expiresAt: expect.stringMatching(/^\d{4}-.*Z$/),
      emailed: true,
    });
    expect(await owner.read(`${path}/invitations`)).toEqual({ items: [invitation], next: null });
    const first = await linkTo(worker, email);
    expect((await mailsTo(worker, email))[0]?.text).toContain("Printers");

    const again = await resend(owner, place, invitation.id);
    expect([again.status, await again.json()]).toEqual([
      200,
      { ...invitation, expiresAt: expect.any(String), emailed: true },
    ]);
    const later = await linkTo(worker, email);
    expect((await mailsTo(worker, email))[0]?.text).toContain("Printers");
    expect((await new Visitor(worker).get(first)).status).toBe(404);
    expect((await new Visitor(worker).get(later)).status).toBe(200);

    expect((await cancel(owner, place, invitation.id)).status).toBe(204);
    expect(await owner.read(`${path}/invitations`)).toMatchObject({ items: [{ state: "cancelled" }] });
    expect((await invitationsOf(worker, place)).map(({ state }) => state)).toEqual(["cancelled"]);
    for (const late of [resend, cancel]) {
      expect(await codeOf(await late(owner, place, invitation.id))).toBe("INVITATION_NOT_FOUND");
    }
    expect(await mailsTo(worker, email)).toHaveLength(2);
  });

  test("reads the invitations page by page, latest first, each in one round trip in addition to the token's", async () => {
    const place = await withPrograms(worker);
    for (let count = 0; count < 41; count += 1) await addOpen(worker, place, { createdAt: count });
    const seen: string[] = [];
    for (let next: string | null = `${place.path}/invitations`; next; ) {
      const response = await place.owner.call(next);
      const { roundTrips, rowsRead } = databaseCost(response);
      expect(roundTrips).toBe(2);
      expect(rowsRead).toBeLessThanOrEqual(70);
      const page = (await response.json()) as { items: { id: string }[]; next: string | null };
      seen.push(...page.items.map(({ id }) => id));
      next = page.next;
    }
    const latest = (await invitationsOf(worker, place)).toSorted(
      (one, other) => other.createdAt - one.createdAt,
    );
    expect(seen).toEqual(latest.map(({ id }) => id));
  });

  test("repeats a request with its Idempotency-Key, and one invitation is created and emailed", async () => {
    const place = await withPrograms(worker);
    const email = someAddress();
    const key = { "Idempotency-Key": crypto.randomUUID() };
    const first = await invite(place.owner, place, { email }, key);
    const second = await invite(place.owner, place, { email }, key);
    expect([second.status, second.headers.get("Idempotency-Replayed")]).toEqual([201, "true"]);
    expect(await second.json()).toEqual(await first.json());
    expect(await invitationsOf(worker, place)).toHaveLength(1);
    expect(await mailsTo(worker, email)).toHaveLength(1);
  });

  test("sees after 50 emails in a day that an invitation was created but not emailed", async () => {
    const place = await withPrograms(worker);
    const budget = `mail:invitation-by:${place.owner.owner.id}`;
    await worker.d1
      .prepare("insert into budgets (id, began_at, used) values (?, ?, 50)")
      .bind(budget, Date.now())
      .run();
    const email = someAddress();
    expect(await (await invite(place.owner, place, { email })).json()).toMatchObject({
      state: "open",
      emailed: false,
    });
    expect(await mailsTo(worker, email)).toEqual([]);
  });
});

describe("a member is refused with the error code of the page, and nothing is created or emailed:", () => {
  type Given = { email?: string; role?: string; teamId?: string };

  test.each<[code: string, given: (place: Inviting) => Promise<Given>]>([
    [
      "USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION",
      async ({ administrator }) => ({ email: administrator.owner.email }),
    ],
    [
      "USER_ALREADY_INVITED",
      async (place) => {
        const email = someAddress();
        await addOpen(worker, place, { email });
        return { email };
      },
    ],
    [
      "ORGANIZATION_MEMBERSHIP_LIMIT_REACHED",
      async ({ id }) => {
        await addMembers(worker, id, 98);
        return {};
      },
    ],
    ["TEAM_NOT_FOUND", async () => ({ teamId: (await withPrograms(worker)).teamId })],
    ["TEAM_NOT_FOUND", async () => ({ teamId: "" })],
    ["INVALID_FIELDS", async () => ({ role: "emperor" })],
  ])("%s", async (code, given) => {
    const place = await withPrograms(worker);
    const fields = { email: someAddress(), ...(await given(place)) };
    const before = await invitationsOf(worker, place);
    expect(await codeOf(await invite(place.owner, place, fields))).toBe(code);
    expect(await invitationsOf(worker, place)).toEqual(before);
    expect(await mailsTo(worker, fields.email)).toEqual([]);
  });
});
