import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  canIn,
  ORGANISATION_ROLES,
  type OrganisationRole,
  OWNER,
  rolesUpTo,
} from "#app/slices/organisation/organisation-roles.ts";
import {
  codeOf,
  organisationWithPeople,
  rolesIn,
  type SignedInMember,
} from "#tests/support/organisation-people.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Tests what each role may do in an organisation, according to the table of roles, including a role that a
// product adds.

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());

const ROLES = ORGANISATION_ROLES;
const PAIRS = ROLES.flatMap((own) => ROLES.map((theirs) => [own, theirs] as const));
const NOT_UPDATE = "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER";
const NOT_REMOVE = "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER";

/** Whether a member with the role `own` may do something to a member with the role `theirs`. */
const may = (
  own: OrganisationRole,
  permission: "member:update" | "member:remove",
  theirs: OrganisationRole,
) => canIn(own, permission) && rolesUpTo(own).includes(theirs);

/** Creates an organisation with an actor and a target, and with another member who stays an owner. */
async function two(own: OrganisationRole, theirs: OrganisationRole) {
  const { others, ...organisation } = await organisationWithPeople(worker, own, theirs);
  const [actor, target] = others as [SignedInMember, SignedInMember];
  return { ...organisation, actor, target, before: await rolesIn(worker, organisation.id) };
}

/** Expects either the change, or a refusal that changes nothing. */
async function expectOutcome(
  response: Response,
  id: string,
  { code, before, after }: { code: string | null; before: object; after: object },
): Promise<void> {
  expect(codeOf(response)).toBe(code);
  // A form that passes the check of permissions redirects, whatever its result. Other forms get 403.
  expect([302, 403]).toContain(response.status);
  expect(await rolesIn(worker, id)).toEqual(code === null ? after : before);
}

describe.each(PAIRS)("as %s, acting on %s,", (own, theirs) => {
  test.each(ROLES)("to give the role %s", async (role) => {
    const { id, actor, target, before } = await two(own, theirs);
    const isGiven = may(own, "member:update", theirs) && rolesUpTo(own).includes(role);
    // A member who may change roles may also send a form that changes no role.
    const isSame = canIn(own, "member:update") && role === theirs;
    const code = isGiven || isSame ? null : NOT_UPDATE;
    const response = await actor.visitor.post(target.page, { intent: "set-role", role });
    await expectOutcome(response, id, { code, before, after: { ...before, [target.memberId]: role } });
  });

  test("to remove the member", async () => {
    const { id, actor, target, before } = await two(own, theirs);
    const { [target.memberId]: _, ...after } = before;
    const code = may(own, "member:remove", theirs) ? null : NOT_REMOVE;
    const response = await actor.visitor.post(target.page, { intent: "remove" });
    await expectOutcome(response, id, { code, before, after });
  });

  test("to hand the organisation over to the member", async () => {
    const { id, actor, target, before } = await two(own, theirs);
    const after = { ...before, [target.memberId]: OWNER, [actor.memberId]: "administrator" };
    const code = own === OWNER ? null : NOT_UPDATE;
    const response = await actor.visitor.post(target.page, { intent: "hand-over" });
    await expectOutcome(response, id, { code, before, after });
  });

  test("the member's page offers exactly what is allowed", async () => {
    const { actor, target } = await two(own, theirs);
    const page = await (await actor.visitor.get(target.page)).text();
    const offered = ['value="set-role"', "confirm=remove", "confirm=hand-over"].map((part) =>
      page.includes(part),
    );
    expect(offered).toEqual([
      may(own, "member:update", theirs),
      may(own, "member:remove", theirs),
      own === OWNER,
    ]);
    const question = async (name: string) =>
      (await (await actor.visitor.get(`${target.page}?confirm=${name}`)).text()).includes("<dialog");
    expect([await question("remove"), await question("hand-over")]).toEqual(offered.slice(1));
  });
});

describe.each(ROLES)("as %s", (own) => {
  test("to leave: every member may, while there is another owner", async () => {
    const { id, actor, before } = await two(own, "member");
    const { [actor.memberId]: _, ...after } = before;
    const response = await actor.visitor.post(actor.page, { intent: "remove" });
    await expectOutcome(response, id, { code: null, before, after });
  });

  test("to change the name and the address", async () => {
    const { path, slug, actor } = await two(own, "member");
    const isAllowed = canIn(own, "organisation:update");
    const code = isAllowed ? null : "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION";
    expect((await actor.visitor.get(`${path}/settings`)).status).toBe(isAllowed ? 200 : 403);
    const response = await actor.visitor.post(`${path}/settings`, { name: "Renamed", slug: `${slug}-too` });
    expect([response.status, codeOf(response)]).toEqual([isAllowed ? 302 : 403, code]);
    const shown = await (await actor.visitor.get(`${path}${isAllowed ? "-too" : ""}`)).text();
    expect(shown.includes("Renamed")).toBe(isAllowed);
  });

  test("to delete it", async () => {
    const { path, name, id, actor } = await two(own, "member");
    const isAllowed = canIn(own, "organisation:delete");
    const code = isAllowed ? null : "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION";
    expect((await actor.visitor.get(`${path}/delete`)).status).toBe(isAllowed ? 200 : 403);
    const response = await actor.visitor.post(`${path}/delete`, { confirmation: name });
    expect([response.status, codeOf(response)]).toEqual([isAllowed ? 302 : 403, code]);
    expect(Object.keys(await rolesIn(worker, id))).toHaveLength(isAllowed ? 0 : 3);
  });
});

describe("the last owner", () => {
  test.each([
    ["gives themselves another role", { intent: "set-role", role: "administrator" }],
    ["leaves", { intent: "remove" }],
  ] as const)("who %s is refused", async (_, fields) => {
    const { id, owner } = await organisationWithPeople(worker, "administrator", "member");
    const before = await rolesIn(worker, id);
    expect(codeOf(await owner.visitor.post(owner.page, fields))).toBe("ONLY_OWNER_CANNOT_LEAVE");
    expect(await rolesIn(worker, id)).toEqual(before);
  });

  test("can't hand over to themselves", async () => {
    const { id, owner } = await organisationWithPeople(worker);
    expect(codeOf(await owner.visitor.post(owner.page, { intent: "hand-over" }))).not.toBeNull();
    expect(await rolesIn(worker, id)).toEqual({ [owner.memberId]: OWNER });
  });
});

describe("every form of an organisation", () => {
  const FORMS: [page: string, fields: Record<string, string>][] = [
    ["settings", { name: "Mine", slug: "mine-now" }],
    ["delete", { confirmation: "Bookbinders" }],
    ["member", { intent: "set-role", role: "member" }],
    ["member", { intent: "hand-over" }],
    ["member", { intent: "remove" }],
  ];

  /**
   * Sends each form about a member of the organisation, and opens each page.
   * @returns the statuses and error codes
   */
  async function answersTo(visitor: Visitor, path: string, member: SignedInMember) {
    const answers = [];
    for (const [page, fields] of FORMS) {
      const url = page === "member" ? member.page : `${path}/${page}`;
      for (const response of [await visitor.post(url, fields), await visitor.get(url)])
        answers.push([response.status, codeOf(response)]);
    }
    return answers;
  }

  test.each([
    ["a stranger", "user", 404, "ORGANIZATION_NOT_FOUND"],
    ["an administrator of the product", "admin", 403, "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION"],
  ] as const)("refuses %s, with an error code", async (_, role, status, code) => {
    const { id, path, others } = await organisationWithPeople(worker, "member");
    const before = await rolesIn(worker, id);
    const stranger = await Visitor.signedIn(worker, { role });
    const answers = await answersTo(stranger, path, others[0] as SignedInMember);
    expect(answers).toEqual(answers.map(() => [status, code]));
    expect(await rolesIn(worker, id)).toEqual(before);
  });

  test.each(ROLES)("does not exist for a former %s", async (role) => {
    const { id, path, owner, others } = await organisationWithPeople(worker, role, "member");
    const [former, member] = others as [SignedInMember, SignedInMember];
    await owner.visitor.post(former.page, { intent: "remove" });
    const before = await rolesIn(worker, id);
    const answers = await answersTo(former.visitor, path, member);
    expect(answers).toEqual(answers.map(() => [404, "ORGANIZATION_NOT_FOUND"]));
    expect(await rolesIn(worker, id)).toEqual(before);
  });

  test("finds no member of another organisation", async () => {
    const { path, owner } = await organisationWithPeople(worker);
    const other = await organisationWithPeople(worker, "member");
    const before = await rolesIn(worker, other.id);
    for (const memberId of [other.others[0]?.memberId as string, crypto.randomUUID()]) {
      const page = `${path}/members/${memberId}`;
      const responses = [await owner.visitor.get(page)];
      for (const [form, fields] of FORMS)
        if (form === "member") responses.push(await owner.visitor.post(page, fields));
      expect(responses.map(codeOf)).toEqual(responses.map(() => "MEMBER_NOT_FOUND"));
    }
    expect(await rolesIn(worker, other.id)).toEqual(before);
  });
});
