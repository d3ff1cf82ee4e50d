import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { organisations } from "#app/schema.ts";
import {
  canIn,
  ORGANISATION_ROLES,
  type OrganisationRole,
  OWNER,
  rolesUpTo,
} from "#app/slices/organisation/organisation-roles.ts";
import { readAccessRules } from "#tests/support/access.ts";
import { contentsOf, tablesWith } from "#tests/support/contents.ts";
import { fillPath } from "#tests/support/fill-path.ts";
import { gatedStorage } from "#tests/support/gated-storage.ts";
import { organisationWithPeople, rolesIn } from "#tests/support/organisation-people.ts";
import { addMember } from "#tests/support/organisations.ts";
import { rightBefore } from "#tests/support/overtaken.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Two owners of one organisation act at the same moment. The slow request has passed all checks and is about
// to write when the quick request comes. The result is the same as if the slow one had come after the quick
// one.

const storage = gatedStorage();
let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker(storage.options);
});
afterAll(() => worker.stop());

const [, NEXT = OWNER] = ORGANISATION_ROLES;

/** The members that an organisation has, by name; null if the organisation is gone. */
type People = Partial<Record<"slow" | "quick" | "member", OrganisationRole>> | null;
type Name = keyof NonNullable<People>;

const owners = (people: NonNullable<People>) => Object.values(people).filter((role) => role === OWNER).length;

/**
 * Whether member `by` may act on member `to`. The role of `to` must not be above that of `by`, and the last
 * owner must stay.
 */
function may(people: NonNullable<People>, by: Name, to: Name, permission: "member:update" | "member:remove") {
  const [own, theirs] = [people[by], people[to]];
  if (!own || !theirs || !canIn(own, permission) || !rolesUpTo(own).includes(theirs)) return false;
  return theirs !== OWNER || owners(people) > 1;
}

interface Deed {
  /** The fields of a form, on the page of one member or on the page that deletes the organisation. */
  form: Record<string, string>;
  on: (by: Name, other: Name) => Name | "delete";
  /** Returns the members that remain if only this action took effect. */
  after: (people: NonNullable<People>, by: Name, other: Name) => People;
}

const handOver = (to: (other: Name) => Name): Deed => ({
  form: { intent: "hand-over" },
  on: (_, other) => to(other),
  after: (people, by, other) =>
    people[by] === OWNER && people[to(other)] ? { ...people, [to(other)]: OWNER, [by]: NEXT } : people,
});

const without = (people: NonNullable<People>, name: Name): People => {
  const { [name]: _, ...rest } = people;
  return rest;
};

const DEEDS: Record<string, Deed> = {
  "demote the other one": {
    form: { intent: "set-role", role: "member" },
    on: (_, other) => other,
    after: (people, by, other) =>
      may(people, by, other, "member:update") ? { ...people, [other]: "member" } : people,
  },
  "take the other one out": {
    form: { intent: "remove" },
    on: (_, other) => other,
    after: (people, by, other) => (may(people, by, other, "member:remove") ? without(people, other) : people),
  },
  leave: {
    form: { intent: "remove" },
    on: (by) => by,
    after: (people, by) =>
      people[by] && (people[by] !== OWNER || owners(people) > 1) ? without(people, by) : people,
  },
  "hand over to the other one": handOver((other) => other),
  "hand over to a member": handOver(() => "member"),
  "delete the organisation": {
    form: { confirmation: "Bookbinders" },
    on: () => "delete",
    after: (people, by) => (people[by] === OWNER ? null : people),
  },
};

const PAIRS = Object.keys(DEEDS).flatMap((quick) => Object.keys(DEEDS).map((slow) => [quick, slow] as const));

test.each(PAIRS)(
  "one owner does the first right before the other's write of the second: %s, %s",
  async (quick, slow) => {
    const { id, path, owner, others } = await organisationWithPeople(worker, OWNER, "member");
    const [other, third] = others;
    if (!other || !third) throw new Error("Two are missing");
    const people = { slow: owner, quick: other, member: third };
    const send = (name: string, by: Name, to: Name) => {
      const { form, on } = DEEDS[name] as Deed;
      const where = on(by, to);
      return people[by].visitor.post(where === "delete" ? `${path}/delete` : people[where].page, form);
    };
    await rightBefore(
      storage,
      () => send(slow, "slow", "quick"),
      () => send(quick, "quick", "slow"),
    );
    const start: People = { slow: OWNER, quick: OWNER, member: "member" };
    const between = DEEDS[quick]?.after(start, "quick", "slow") as People;
    const left = between && (DEEDS[slow]?.after(between, "slow", "quick") as People);
    const roles = await rolesIn(worker, id);
    const found = (["slow", "quick", "member"] as const).flatMap((name) => {
      const role = roles[people[name].memberId];
      return role ? [[name, role]] : [];
    });
    expect(Object.fromEntries(found)).toEqual(left ?? {});
    expect(await worker.db.$count(organisations, eq(organisations.id, id))).toBe(left ? 1 : 0);
    if (left) expect(owners(left)).toBeGreaterThan(0);
  },
);

const FORMS = (await readAccessRules())
  .filter(({ path }) => path.startsWith("/app/o/:slug"))
  .flatMap((rule) =>
    (rule.forms ?? [])
      .filter(({ audited }) => audited !== false)
      .map((form) => ({ path: rule.path, what: form.intent ?? "its form", rule, form })),
  );

describe.each(FORMS)(
  "a form whose organisation is deleted right before its write: $path, $what",
  ({ rule, form }) => {
    test("leaves no row of the organisation", async () => {
      const [owner, other] = [await Visitor.signedIn(worker), await Visitor.signedIn(worker)];
      const target = await rule.makeTarget(worker, 1, owner.userId);
      const { slug = "" } = target;
      const [found] = await worker.db.select().from(organisations).where(eq(organisations.slug, slug));
      if (!found) throw new Error(`No organisation at ${slug}`);
      const { id: organisationId, name } = found;
      await addMember(worker, { organisationId, userId: other.userId as string, role: OWNER });
      await form.prepare?.(worker, target);
      const { intent } = form;
      const fields = { ...(intent !== undefined && { intent }), ...form.fields?.(target) };
      await rightBefore(
        storage,
        () => owner.post(fillPath(rule.path, target), fields),
        async () =>
          expect(await other.post(`/app/o/${slug}/delete`, { confirmation: name })).toRedirectTo("/app/o"),
      );
      const left = await contentsOf(worker, { without: ["audit_log"] });
      expect(tablesWith(left, organisationId)).toEqual([]);
    });
  },
);
