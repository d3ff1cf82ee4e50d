import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TOKEN_PREFIX } from "#app/product.ts";
import { organisationMembers } from "#app/schema.ts";
import { ApiCaller } from "#tests/support/api-caller.ts";
import { readApiDocument } from "#tests/support/api-document.ts";
import { codeOf } from "#tests/support/api-problem.ts";
import { filledPath, pathOf, validBody } from "#tests/support/api-samples.ts";
import { accessTokensOf, addAccessToken } from "#tests/support/api-tokens.ts";
import { gatedStorage } from "#tests/support/gated-storage.ts";
import { addMember, addOrganisation } from "#tests/support/organisations.ts";
import { rightBefore } from "#tests/support/overtaken.ts";
import { addUser } from "#tests/support/people.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Tests access tokens that are bound to one organisation. Such a token reaches nothing else, and ends with
// its owner's membership.

const t = textsIn("en");
const PATH = "/account/tokens";
const storage = gatedStorage();
let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker({ ...storage.options, seeded: true });
});
afterAll(() => worker.stop());

/** Creates a member of two organisations, with a token that is bound to the first one. */
async function withBoundToken() {
  const program = await ApiCaller.of(worker, {}, ["read", "write"]);
  const { owner } = program;
  const founder = await addUser(worker);
  const bound = await addOrganisation(worker, founder.id, { name: "Hogarth" });
  const { id: membershipId } = await addMember(worker, {
    organisationId: bound.id,
    userId: owner.id,
    role: "owner",
  });
  const other = await addOrganisation(worker, owner.id, { name: "Kelmscott" });
  const { text, id: tokenId } = await addAccessToken(worker, owner.id, {
    membershipId,
    scopes: ["read", "write", "manage"],
  });
  return { owner, bound, other, membershipId, tokenId, free: program, program: program.with(text) };
}

const leave = (membershipId: string) =>
  worker.db.delete(organisationMembers).where(eq(organisationMembers.id, membershipId));

describe("a token that is bound to an organisation", () => {
  test("reads that organisation, and no other", async () => {
    const { program, bound, other } = await withBoundToken();
    const own = { id: bound.id, name: "Hogarth", slug: bound.slug, logo: null, role: "owner" };
    expect(await program.read("/organisation")).toEqual(own);
    expect(await program.read("/organisations")).toEqual({ items: [own], next: null });
    expect(await program.read(`/organisations/${bound.id}`)).toEqual(own);
    expect((await program.read(`/organisations/${bound.id}/members`)).items).toHaveLength(2);
    for (const path of [`/organisations/${other.id}`, `/organisations/${other.id}/members`]) {
      expect(await codeOf(await program.call(path))).toBe("ORGANIZATION_NOT_FOUND");
    }
    const member = `/organisations/${other.id}/members/${other.memberId}`;
    expect(await codeOf(await program.call(member, { method: "DELETE" }))).toBe("ORGANIZATION_NOT_FOUND");
  });

  test("does nothing personal, nor anything that its owner may do as an administrator of the product", async () => {
    const { program } = await withBoundToken();
    const { operations } = await readApiDocument(worker);
    const admin = await ApiCaller.of(worker, { role: "admin" }, ["read", "write", "manage"]);
    const personal = operations.filter((one) => !/^\/organisations?(\/|$)/.test(pathOf(one)));
    expect(personal.length).toBeGreaterThan(15);
    for (const operation of personal) {
      const path = await filledPath(operation, operations, admin);
      const json = await validBody(operation, worker);
      const init = { method: operation.method.toUpperCase(), ...(json && { json }) };
      expect(await codeOf(await program.call(path, init)), operation.operationId).toBe("INSUFFICIENT_SCOPE");
    }
  });

  test("stops working when its owner leaves, and does not work again when they return", async () => {
    const { program, owner, bound, membershipId, free } = await withBoundToken();
    await leave(membershipId);
    expect((await program.call("/organisation")).status).toBe(401);
    await addMember(worker, { organisationId: bound.id, userId: owner.id, role: "owner" });
    expect(await codeOf(await program.call("/organisation"))).toBe("INVALID_ACCESS_TOKEN");
    expect((await free.call("/organisations")).status).toBe(200);
  });

  test("writes nothing if its owner is removed during the request", async () => {
    const { program, bound, membershipId } = await withBoundToken();
    const path = `/organisations/${bound.id}/members/${bound.memberId}`;
    const response = await rightBefore(
      storage,
      () => program.call(path, { method: "DELETE" }),
      () => leave(membershipId),
    );
    expect(response.status).toBeGreaterThanOrEqual(400);
    const left = await worker.db
      .select()
      .from(organisationMembers)
      .where(eq(organisationMembers.id, bound.memberId));
    expect(left).toHaveLength(1);
  });

  test("checks in one round trip whether its owner is still a member", async () => {
    const { program } = await withBoundToken();
    expect(databaseCost(await program.call("/organisation")).roundTrips).toBe(2);
  });
});

test.each(["en", "fr", "ar", "sw"] as const)(
  "a token that is bound to no organisation gets that as the reason, in %s",
  async (lng) => {
    const { free } = await withBoundToken();
    const response = await free.call("/organisation", { headers: { "Accept-Language": lng } });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: "NO_ACTIVE_ORGANIZATION",
      detail: textsIn(lng)("code:NO_ACTIVE_ORGANIZATION"),
    });
  },
);

describe("the page of tokens", () => {
  const newToken = (membershipId: string) => ({
    intent: "create-token",
    id: crypto.randomUUID(),
    name: "CI",
    scopes: "read",
    ends: "30",
    membershipId,
  });

  /** Creates a reader who owns an organisation. */
  async function anOwner() {
    const visitor = await Visitor.signedIn(worker);
    const userId = visitor.userId as string;
    return { visitor, userId, ...(await addOrganisation(worker, userId, { name: "Hogarth" })) };
  }

  test("creates a token for an organisation of the reader, and lists it with that organisation, until they leave", async () => {
    const { visitor, userId, memberId, slug } = await anOwner();
    const page = await visitor.get(PATH);
    expect(databaseCost(page).roundTrips).toBe(1);
    expect(await page.text()).toContain(`<option value="${memberId}"`);
    const made = await (await visitor.post(PATH, newToken(memberId))).text();
    const [, text = ""] = new RegExp(`>(${TOKEN_PREFIX}_[\\w-]+)</textarea>`).exec(made) ?? [];
    const program = (await ApiCaller.of(worker)).with(text);
    expect(await program.read("/organisation")).toMatchObject({ slug });
    expect(await accessTokensOf(worker, userId)).toMatchObject([{ membershipId: memberId }]);
    await expect(await visitor.get(PATH)).toShow(t("token:onlyIn", { name: "Hogarth" }));
    await leave(memberId);
    const after = await visitor.get(PATH);
    await expect(after.clone()).toShow(t("token:ended"));
    await expect(after).not.toShow("Hogarth");
  });

  test("creates no token for an organisation that the reader does not belong to, or has left", async () => {
    const [own, foreign] = [await anOwner(), await anOwner()];
    for (const membershipId of [foreign.memberId, "none"]) {
      const refused = await own.visitor.post(PATH, newToken(membershipId));
      expect(refused.headers.get("X-Error-Code")).toBe("ORGANIZATION_NOT_FOUND");
    }
    const late = await rightBefore(
      storage,
      () => own.visitor.post(PATH, newToken(own.memberId)),
      () => leave(own.memberId),
    );
    expect(late.headers.get("X-Error-Code")).toBe("ORGANIZATION_NOT_FOUND");
    expect(await accessTokensOf(worker, own.userId)).toEqual([]);
  });

  test("does not ask for an organisation if the reader has none", async () => {
    const visitor = await Visitor.signedIn(worker);
    expect(await (await visitor.get(PATH)).text()).not.toContain("membershipId");
  });
});
