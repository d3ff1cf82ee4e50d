import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PERSONAL_NAMES } from "#app/entities.ts";
import { OWNED_NAMES } from "#app/owned-entities.ts";
import { deletedRows } from "#app/schema.ts";
import { type FormRule, type PlacedRule, readAccessRules, type Target } from "#tests/support/access.ts";
import { dataPathOf, fillPath } from "#tests/support/fill-path.ts";
import { gatedStorage } from "#tests/support/gated-storage.ts";
import { addUser } from "#tests/support/people.ts";
import { someone } from "#tests/support/someone.ts";
import { expectUnknown } from "#tests/support/unknown-rows.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// Tests every page and form about owned rows. The access matrix lists them.

const storage = gatedStorage();
const rules = await readAccessRules();
/** Routes whose path contains the id of an owned row. */
const owned = rules.filter((rule) => rule.owned);

let worker: TestWorker;
/** A row of each owned entity that belongs to another user. */
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

test("another user has a row of each owned entity", () => {
  const entities = [...foreign.values()].map(({ secret }) => /^unmistakable-(\w+)-/.exec(secret)?.[1]);
  expect(entities).toEqual(expect.arrayContaining([...OWNED_NAMES]));
});

describe.each(owned)("$path", (rule) => {
  const target = (): Target => foreign.get(rule.makeTarget) ?? {};
  // The first parameter of a path may name the owner of all rows below that path, for example an
  // organisation's address.
  const [, named = ""] = /:(\w+)/.exec(rule.path) ?? [];
  const theirs = () => target()[named] ?? "";
  const urlOf = (id: string) => fillPath(rule.path, { ...target(), [named]: id });

  test.skipIf(rule.everybodys)(
    "its page and data respond to another user's id as to an unknown one, at the same cost",
    async () => {
      const { visitor } = await someone(worker);
      // A route that only takes forms has no page, and its data is empty.
      const [page, data] = rule.answer === 400 ? [400, 200] : [404, 404];
      await expectUnknown(storage, "page", theirs(), (id) => visitor.get(urlOf(id)), page);
      await expectUnknown(storage, "data", theirs(), (id) => visitor.get(dataPathOf(urlOf(id))), data);
    },
  );

  const forms = (rule.forms ?? []).map((form) => [form.intent ?? "its form", form] as const);
  test.each(forms)(
    "%s responds to another user's id as to an unknown one, at the same cost",
    async (_, form) => {
      const { visitor } = await someone(worker);
      const fields = fieldsOf(form, target());
      await expectUnknown(storage, "form", theirs(), (id) => visitor.post(urlOf(id), fields));
      await expectUnknown(storage, "form as data", theirs(), (id) =>
        visitor.post(dataPathOf(urlOf(id)), fields),
      );
    },
  );
});

test.each(PERSONAL_NAMES)(
  "restoring a %s responds to another user's id as to an unknown one, at the same cost, deleted or not",
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
