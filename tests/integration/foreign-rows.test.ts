import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OWNED_NAMES, PERSONAL_NAMES } from "#app/entities.ts";
import { deletedRows } from "#app/schema.ts";
import { type FormRule, type PlacedRule, readAccessRules, type Target } from "#tests/support/access.ts";
import { dataPathOf, fillPath } from "#tests/support/fill-path.ts";
import { heldStorage } from "#tests/support/held-storage.ts";
import { addUser } from "#tests/support/people.ts";
import { someone } from "#tests/support/someone.ts";
import { expectUnknown } from "#tests/support/unknown-rows.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Every page and form about what is somebody's own, by the access matrix.

const storage = heldStorage();
const rules = await readAccessRules();
/** Routes with the id of a row that belongs to somebody. */
const owned = rules.filter((rule) => rule.owned);

let worker: TestWorker;
/** Somebody else's row of each owned entity. */
const foreign = new Map<PlacedRule["makeTarget"], Target & { secret: string }>();
beforeAll(async () => {
  worker = await startTestWorker({ ...storage.options, seeded: true });
  for (const { makeTarget } of rules)
    if (!foreign.has(makeTarget)) foreign.set(makeTarget, await makeTarget(worker, foreign.size));
});
afterAll(() => worker.stop());

const fieldsOf = ({ intent, fields }: FormRule, target: Target) => ({
  ...(intent !== undefined && { intent }),
  ...fields?.(target),
});

test("there is a row of each entity that somebody can own", () => {
  const entities = [...foreign.values()].map(({ secret }) => /^unmistakable-(\w+)-/.exec(secret)?.[1]);
  expect(entities).toEqual(expect.arrayContaining([...OWNED_NAMES]));
});

describe.each(owned)("$path", (rule) => {
  const target = (): Target => foreign.get(rule.makeTarget) ?? {};
  // What a path names first says whose all of it is, such as the address of an organisation.
  const [, named = ""] = /:(\w+)/.exec(rule.path) ?? [];
  const theirs = () => target()[named] ?? "";
  const urlOf = (id: string) => fillPath(rule.path, { ...target(), [named]: id });

  test.skipIf(rule.everybodys)("its page and its data answer alike, and at the same cost", async () => {
    const { visitor } = await someone(worker);
    // What only takes forms has no page, and its data is empty.
    const [page, data] = rule.answer === 400 ? [400, 200] : [404, 404];
    await expectUnknown(storage, "page", theirs(), (id) => visitor.get(urlOf(id)), page);
    await expectUnknown(storage, "data", theirs(), (id) => visitor.get(dataPathOf(urlOf(id))), data);
  });

  const forms = (rule.forms ?? []).map((form) => [form.intent ?? "its form", form] as const);
  test.each(forms)("%s answers alike, and at the same cost", async (_, form) => {
    const { visitor } = await someone(worker);
    const fields = fieldsOf(form, target());
    await expectUnknown(storage, "form", theirs(), (id) => visitor.post(urlOf(id), fields));
    await expectUnknown(storage, "form as data", theirs(), (id) =>
      visitor.post(dataPathOf(urlOf(id)), fields),
    );
  });
});

test.each(PERSONAL_NAMES)(
  "to restore a %s answers alike, and at the same cost, whether it is there or deleted",
  async (entity) => {
    const { visitor } = await someone(worker);
    const there = [...foreign.values()].find(({ secret }) => secret.startsWith(`unmistakable-${entity}-`));
    const deleted = crypto.randomUUID();
    const userId = (await addUser(worker)).id;
    const kept = { entity, userId, label: "Gone", row: {}, deletedAt: Date.now() };
    await worker.db.insert(deletedRows).values({ ...kept, id: deleted });
    for (const id of [there?.id ?? "", deleted])
      await expectUnknown(storage, entity, id, (named) =>
        visitor.post(`/app/deleted/${entity}/${named}`, {}),
      );
  },
);
