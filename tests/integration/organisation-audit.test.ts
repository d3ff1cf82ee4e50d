import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PRODUCT_NAME } from "#app/product.ts";
import { auditLog, organisationInvitations, organisations } from "#app/schema.ts";
import { invite, someAddress } from "#tests/support/organisation-invitations.ts";
import { codeOf, organisationWithPeople, type SignedInMember } from "#tests/support/organisation-people.ts";
import { addMember, addMembers } from "#tests/support/organisations.ts";
import { addUser } from "#tests/support/people.ts";
import { someone } from "#tests/support/someone.ts";
import { textsIn } from "#tests/support/texts.ts";
import { databaseCost, textOf } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

// Tests what an organisation's owners see of the audit log: what was done in it, by whom and to whom.

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());

type Organisation = Awaited<ReturnType<typeof organisationWithPeople>>;

/** Reads the entries on an organisation's page, each as one text. */
async function entries({ path, owner }: Organisation, search = "") {
  const response = await owner.visitor.get(`${path}/audit${search}`);
  expect(response.status).toBe(200);
  const html = await response.text();
  const items = [...html.matchAll(/<li[^>]*tabindex="-1"[^>]*>(.*?)<\/li>/gis)].map(([, item]) =>
    textOf(item as string)
      .replaceAll(/[⁦-⁩]/g, "")
      .replaceAll(/\s+/g, " ")
      .trim(),
  );
  return { items, html, next: /href="[^"]*\?(after=[^"]+)"/.exec(html)?.[1] };
}

describe("the owners of an organisation see", () => {
  test("what was done, by whom and to whom, with the changed values, latest first", async () => {
    const organisation = await organisationWithPeople(worker, "member");
    const { owner, path, slug, others } = organisation;
    const [member] = others as [SignedInMember];
    const invited = someAddress();
    await owner.visitor.post(`${path}/settings`, {
      name: "Hogarth",
      slug,
      original: JSON.stringify({ name: organisation.name, slug }),
    });
    await invite(owner.visitor, organisation, invited);
    await owner.visitor.post(member.page, { intent: "set-role", role: "administrator" });
    const { items } = await entries(organisation);
    expect(items).toHaveLength(3);
    expect(items[0]).toMatch(
      /^Changed the role of a member Ada Role · Administrator · Before: Member Ada now$/,
    );
    expect(items[1]).toContain(`Invited somebody to an organisation ${invited}`);
    expect(items[2]).toMatch(/^Changed an organisation .* Name · Hogarth · Before: Bookbinders/);
  });

  test("the names of members, and only a masked address of others", async () => {
    const organisation = await organisationWithPeople(worker);
    const { owner, path, id } = organisation;
    const named = await addUser(worker, { name: "Leonard Woolf", email: someAddress() });
    const { id: memberId } = await addMember(worker, {
      organisationId: id,
      userId: named.id,
      role: "member",
    });
    await owner.visitor.post(`${path}/members/${memberId}`, { intent: "set-role", role: "administrator" });
    const before = await entries(organisation);
    expect(before.items[0]).toContain(" Leonard Woolf");
    expect(before.html).not.toContain(named.email);

    await owner.visitor.post(`${path}/members/${memberId}`, { intent: "remove" });
    const after = await entries(organisation);
    expect(after.items).toHaveLength(2);
    for (const item of after.items) expect(item).toContain(` ${named.email[0]}•••@example.com`);
    expect(after.html).not.toContain(named.email);
    expect(after.html).not.toContain("Leonard Woolf");
  });

  test("the address of an invitation as long as the list of invitations shows it", async () => {
    const organisation = await organisationWithPeople(worker);
    const email = someAddress();
    await invite(organisation.owner.visitor, organisation, email);
    expect((await entries(organisation)).html).toContain(email);
    await worker.db.delete(organisationInvitations).where(eq(organisationInvitations.email, email));
    expect((await entries(organisation)).html).not.toContain(email);
  });

  test("what a former member did, without their address", async () => {
    const organisation = await organisationWithPeople(worker, "administrator");
    const [former] = organisation.others as [SignedInMember];
    await invite(former.visitor, organisation, someAddress());
    await former.visitor.post(former.page, { intent: "remove" });
    const { items, html } = await entries(organisation);
    expect(items[0]).toContain(t("audit:actions.member.leave"));
    const log = await worker.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.actorId, former.userId))
      .orderBy(auditLog.at);
    expect(log.map(({ tenantId }) => tenantId)).toContain(organisation.id);
    expect(html).not.toContain(log[0]?.actorLabel);
  });

  test("what an administrator of the product did, but not which one", async () => {
    const organisation = await organisationWithPeople(worker);
    const admin = await someone(worker, { role: "admin", name: "The Boss" });
    const { id, slug } = organisation;
    await admin.visitor.post(`/manager/organisations/${id}/update`, {
      name: "Renamed",
      slug,
      original: JSON.stringify({ name: organisation.name, slug }),
    });
    const { items, html } = await entries(organisation);
    expect(items[0]).toContain(t("organisation:audit.administrator", { product: PRODUCT_NAME }));
    expect(html).not.toContain("The Boss");
    expect(html).not.toContain(admin.email);
    expect(html).not.toContain(`${admin.email[0]}•••`);
  });

  test("nothing of another organisation", async () => {
    const [own, other] = [
      await organisationWithPeople(worker),
      await organisationWithPeople(worker, "member"),
    ];
    await invite(other.owner.visitor, other, someAddress());
    const { items } = await entries(own);
    expect(items).toEqual([]);
  });
});

test.each(["administrator", "member"] as const)("a member who is %s can't read it", async (role) => {
  const { path, others } = await organisationWithPeople(worker, role);
  const [other] = others as [SignedInMember];
  for (const page of [`${path}/audit`, `${path}/audit.data`]) {
    const response = await other.visitor.get(page);
    expect(response.status).toBe(403);
    expect(codeOf(response)).toBe("ACCESS_DENIED");
  }
  expect(await (await other.visitor.get(path)).text()).not.toContain(`${path}/audit`);
});

describe("among 10,000 organisations, with a long log,", () => {
  let organisation: Organisation;
  beforeAll(async () => {
    organisation = await organisationWithPeople(worker);
    await addMembers(worker, organisation.id, 99);
    const numbers =
      "with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 10000)";
    const all = `id, at, request_id, actor_id, actor_label, action, subject_id, subject_label, count, tenant_id`;
    await worker.d1.batch([
      worker.d1.prepare(
        `${numbers} insert into audit_log (${all})
         select 'other' || n, n, n, 'x', 'x@example.com', 'organisation.update', n, 'x', 1, 'press' || n from numbers`,
      ),
      // Entries about what one member did to another. For these, the page needs the most names.
      worker.d1
        .prepare(
          `${numbers} insert into audit_log (${all})
           select 'own' || n, n, n, m.user_id, 'x@example.com', 'member.setRole', m.id, u.email, 1, m.organisation_id
           from numbers inner join organisation_members m on m.id = ?1 || (n % 99 + 1)
           inner join users u on u.id = m.user_id where n <= 500`,
        )
        .bind(organisation.id),
    ]);
  });

  test("a page reads 60 rows at most, in one round trip, and the pages show each entry once", async () => {
    const seen: string[] = [];
    let search = "";
    for (let page = 0; page < 3; page++) {
      const response = await organisation.owner.visitor.get(`${organisation.path}/audit${search}`);
      const cost = databaseCost(response);
      expect(cost.roundTrips).toBe(1);
      expect(cost.rowsRead).toBeLessThanOrEqual(60);
      const { items, next } = await entries(organisation, search);
      seen.push(...items);
      search = `?${next}`;
    }
    expect(seen).toHaveLength(24);
    expect(new Set(seen).size).toBe(24);
  });
});

test("the entries of an organisation stay in the log when it is deleted", async () => {
  const { id, slug, name, owner, path } = await organisationWithPeople(worker);
  await owner.visitor.post(`${path}/delete`, { confirmation: name });
  expect(await worker.db.select().from(organisations).where(eq(organisations.id, id))).toEqual([]);
  const log = await worker.db.select().from(auditLog).where(eq(auditLog.tenantId, id));
  expect(log.map(({ action }) => action)).toEqual(["organisation.delete"]);
  expect((await owner.visitor.get(`/app/o/${slug}/audit`)).status).toBe(404);
});
