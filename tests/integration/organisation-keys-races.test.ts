import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { organisationMembers } from "#app/schema.ts";
import { KEYS_PER_ORGANISATION } from "#app/slices/organisation-key/organisation-key.server.ts";
import { gatedStorage } from "#tests/support/gated-storage.ts";
import {
  addKey,
  keyEntriesOf,
  keysOf,
  newKeyForm,
  organisationWithKeys,
} from "#tests/support/organisation-keys.ts";
import { codeOf, type SignedInMember } from "#tests/support/organisation-people.ts";
import { overtake, rightBefore } from "#tests/support/overtaken.ts";
import { textsIn } from "#tests/support/texts.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Two people change the keys of an organisation at the same moment.

const t = textsIn("en");
const storage = gatedStorage();
let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker(storage.options);
});
afterAll(() => worker.stop());

const logged = (organisationId: string) => keyEntriesOf(worker, organisationId);

test(`an organisation gets no more than ${KEYS_PER_ORGANISATION} keys`, async () => {
  const { id, page, owner } = await organisationWithKeys(worker);
  for (let n = 1; n < KEYS_PER_ORGANISATION; n++) await addKey(worker, id);
  let second: Response | undefined;
  const late = await rightBefore(
    storage,
    () => owner.visitor.post(page, newKeyForm({ name: "Late" })),
    async () => {
      second = await owner.visitor.post(page, newKeyForm({ name: "Quick" }));
    },
    /insert into "organisation_keys"/,
  );
  expect([second?.status, late.status, codeOf(late)]).toEqual([200, 409, "MAXIMUM_KEYS_REACHED"]);
  await expect(late).toShow(t("code:MAXIMUM_KEYS_REACHED"));
  expect(await late.text()).toContain('value="Late"');
  const names = (await keysOf(worker, id)).map(({ name }) => name);
  expect([names.length, names.includes("Quick"), names.includes("Late")]).toEqual([10, true, false]);
  const full = await (await owner.visitor.get(page)).text();
  expect(full).not.toContain("create-key");
  await expect(new Response(full)).toShow(t("key:full", { limit: KEYS_PER_ORGANISATION }));
});

test("an owner who loses the role creates and revokes no more keys", async () => {
  for (const lost of ["member", null] as const) {
    const { id, page, owner } = await organisationWithKeys(worker, "owner");
    const { id: keyId } = await addKey(worker, id);
    const isIt = eq(organisationMembers.id, owner.memberId);
    for (const form of [newKeyForm(), { intent: "revoke-key", keyId }]) {
      await worker.db
        .insert(organisationMembers)
        .values({ id: owner.memberId, organisationId: id, userId: owner.userId, role: "owner" })
        .onConflictDoUpdate({ target: organisationMembers.id, set: { role: "owner" } });
      const late = await rightBefore(
        storage,
        () => owner.visitor.post(page, form),
        async () =>
          lost === null
            ? worker.db.delete(organisationMembers).where(isIt)
            : worker.db.update(organisationMembers).set({ role: lost }).where(isIt),
      );
      expect(await keysOf(worker, id), form.intent).toMatchObject([{ id: keyId }]);
      if (form.intent === "create-key") {
        const expected = lost === null ? [404, "ORGANIZATION_NOT_FOUND"] : [403, "ACCESS_DENIED"];
        expect([late.status, codeOf(late)]).toEqual(expected);
      }
    }
    expect(await logged(id)).toEqual([]);
  }
});

test("two owners who revoke the same key do it once", async () => {
  const { id, page, owner, others } = await organisationWithKeys(worker, "owner");
  const { id: keyId } = await addKey(worker, id);
  const form = { intent: "revoke-key", keyId };
  const { slow, quick } = await overtake(storage, {
    write: /delete from "organisation_keys"/,
    slow: async () => statusOnly(await owner.visitor.post(page, form)),
    quick: async () => statusOnly(await (others[0] as SignedInMember).visitor.post(page, form)),
  });
  expect([slow.status, quick.status]).toEqual([302, 302]);
  expect(await logged(id)).toHaveLength(1);
});

/** Drops the body of a response, which is a page and not JSON. */
const statusOnly = ({ status, headers }: Response) => new Response(null, { status, headers });
