import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { organisationMembers } from "#app/schema.ts";
import { MEMBERSHIPS_PER_USER, ORGANISATIONS_PER_USER } from "#app/slices/organisation/limits.ts";
import { gatedStorage } from "#tests/support/gated-storage.ts";
import { anOrganisation, invite, linkTo } from "#tests/support/organisation-invitations.ts";
import { codeOf } from "#tests/support/organisation-people.ts";
import { addMember, addOrganisation } from "#tests/support/organisations.ts";
import { rightBefore } from "#tests/support/overtaken.ts";
import { someone } from "#tests/support/someone.ts";
import { textsIn } from "#tests/support/texts.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Tests how many organisations one user can own and belong to, however the user gets them. The limits hold
// even for two requests at the same moment: the slow one has passed all its checks and is about to write when
// the quick one comes.

const t = textsIn("en");
const CODE = "MAXIMUM_ORGANIZATIONS_REACHED";
const storage = gatedStorage();
let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker(storage.options);
});
afterAll(() => worker.stop());

/** Creates a user who owns `owned` organisations and is a member of another user's organisation. */
async function scene(owned: number) {
  const them = await someone(worker);
  for (let number = 0; number < owned; number += 1) await addOrganisation(worker, them.id);
  const organisation = await anOrganisation(worker);
  const member = { organisationId: organisation.id, userId: them.id, role: "member" as const };
  const page = `/app/o/${organisation.slug}/members/${(await addMember(worker, member)).id}`;
  return { them, page, ...organisation };
}

type Scene = Awaited<ReturnType<typeof scene>>;

const promote = ({ owner, page }: Scene) => owner.visitor.post(page, { intent: "set-role", role: "owner" });
const handOver = ({ owner, page }: Scene) => owner.visitor.post(page, { intent: "hand-over" });
const create = ({ them }: Scene) => them.visitor.post("/app/o/new", { name: `Press ${crypto.randomUUID()}` });

const ownedBy = (userId: string) =>
  worker.db.$count(
    organisationMembers,
    and(eq(organisationMembers.userId, userId), eq(organisationMembers.role, "owner")),
  );

/** Invites `email` to a new organisation, with `role`. @returns the path of the link in the invitation */
async function invited(email: string, role = "member") {
  const organisation = await anOrganisation(worker);
  await invite(organisation.owner.visitor, organisation, email, role);
  return linkTo(worker, email);
}

const accept = ({ visitor }: Scene["them"], link: string) => visitor.post(link, { intent: "accept" });

describe("a user who owns as many organisations as allowed", () => {
  test.each([
    ["a change of role", promote],
    ["a handover", handOver],
  ])("does not get another one by %s, and the other owner sees why", async (_, give) => {
    const it = await scene(ORGANISATIONS_PER_USER);
    const refused = await give(it);
    expect(refused).toRedirectTo(it.page);
    expect(codeOf(refused)).toBe(CODE);
    await expect(await it.owner.visitor.get(it.page)).toShow(t("organisation:errors.ownsEnough"));
    expect(await ownedBy(it.them.id)).toBe(ORGANISATIONS_PER_USER);
    expect(await ownedBy(it.owner.id)).toBe(1);
  });

  test("does not become the owner of another one by an invitation, but may join one as a member", async () => {
    const { them } = await scene(ORGANISATIONS_PER_USER);
    const refused = await accept(them, await invited(them.email, "owner"));
    expect(codeOf(refused)).toBe(CODE);
    expect(codeOf(await accept(them, await invited(them.email)))).toBeNull();
    expect(await ownedBy(them.id)).toBe(ORGANISATIONS_PER_USER);
  });

  test("may hand an organisation over to its other owner", async () => {
    const it = await scene(ORGANISATIONS_PER_USER - 1);
    expect(codeOf(await promote(it))).toBeNull();
    expect(codeOf(await handOver(it))).toBeNull();
    expect(await ownedBy(it.them.id)).toBe(ORGANISATIONS_PER_USER);
  });

  test.each([
    ["create one while they become an owner", promote, create],
    ["become an owner while they create one", create, promote],
    ["create one while another is handed to them", handOver, create],
    ["are handed one while they create another", create, handOver],
  ])("gets only one if they have room for one and %s", async (_, slow, quick) => {
    const it = await scene(ORGANISATIONS_PER_USER - 1);
    const refused = await rightBefore(
      storage,
      () => slow(it),
      () => quick(it),
    );
    expect(codeOf(refused)).toBe(CODE);
    expect(await ownedBy(it.them.id)).toBe(ORGANISATIONS_PER_USER);
  });
});

describe("a user who is a member of as many organisations as allowed", () => {
  /** Creates a user who is a member of `count` organisations. */
  async function memberOf(count: number) {
    const them = await someone(worker);
    const numbers = `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})`;
    await worker.d1.batch([
      worker.d1.prepare(
        `${numbers} insert into organisations (id, name, name_key, slug, created_at, updated_at)
         select '${them.id}' || n, 'Press', 'press', '${them.id}' || n, 1, 1 from numbers`,
      ),
      worker.d1.prepare(
        `${numbers} insert into organisation_members (id, organisation_id, user_id, role, created_at, updated_at)
         select '${them.id}' || n, '${them.id}' || n, '${them.id}', 'member', 1, 1 from numbers`,
      ),
    ]);
    return them;
  }
  const memberships = (userId: string) =>
    worker.db.$count(organisationMembers, eq(organisationMembers.userId, userId));

  test("can't join or create another one", async () => {
    const them = await memberOf(MEMBERSHIPS_PER_USER);
    const link = await invited(them.email);
    expect(codeOf(await accept(them, link))).toBe(CODE);
    await expect(await them.visitor.get(link)).toShow(t(`code:${CODE}`));
    expect(codeOf(await them.visitor.post("/app/o/new", { name: "One too many" }))).toBe(CODE);
    expect(await memberships(them.id)).toBe(MEMBERSHIPS_PER_USER);
  });

  test("with room for one more joins only one of two at the same moment", async () => {
    const them = await memberOf(MEMBERSHIPS_PER_USER - 1);
    const [one, other] = [await invited(them.email), await invited(them.email)];
    const refused = await rightBefore(
      storage,
      () => accept(them, one),
      () => accept(them, other),
    );
    expect(codeOf(refused)).toBe(CODE);
    expect(await memberships(them.id)).toBe(MEMBERSHIPS_PER_USER);
  });
});
