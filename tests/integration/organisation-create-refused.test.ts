import { afterAll, beforeAll, expect, test } from "vitest";
import { organisations } from "#app/schema.ts";
import { dataPathOf } from "#tests/support/fill-path.ts";
import { gatedStorage } from "#tests/support/gated-storage.ts";
import { buildWithRoles } from "#tests/support/more-roles.ts";
import { codeOf } from "#tests/support/organisation-people.ts";
import { rightBefore } from "#tests/support/overtaken.ts";
import { textsIn } from "#tests/support/texts.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

// A product's role may lack the permission to create organisations (docs/recipes/add-a-role.md).

const CODE = "YOU_ARE_NOT_ALLOWED_TO_CREATE_ORGANIZATIONS";
const PAGE = "/app/o/new";

const storage = gatedStorage();
let worker: TestWorker;
let removeCopy: () => Promise<void>;
beforeAll(async () => {
  const copy = await buildWithRoles({ reader: ["apps:app"] });
  removeCopy = copy.remove;
  worker = await startTestWorker({ ...storage.options, config: copy.config });
});
afterAll(async () => {
  await worker.stop();
  await removeCopy();
});

/** Gives a user a role that may not create organisations. */
const demote = (userId: string | null) =>
  worker.d1.prepare("update users set role = 'reader' where id = ?").bind(userId).run();

test.each(["en", "fr", "ar", "sw"] as const)(
  "a new organisation is refused by page, data and form, in %s",
  async (language) => {
    const reader = await Visitor.signedIn(worker);
    await demote(reader.userId);
    reader.headers["Accept-Language"] = language;
    const form = { name: "Hogarth Press", slug: "" };
    for (const response of [
      await reader.get(PAGE),
      await reader.get(dataPathOf(PAGE)),
      await reader.post(PAGE, form),
      await reader.post(dataPathOf(PAGE), form),
    ])
      expect([response.status, codeOf(response)]).toEqual([403, CODE]);
    await expect(await reader.get(PAGE)).toShow(textsIn(language)(`code:${CODE}`));
    expect(await (await reader.get("/app/o")).text()).not.toContain(`href="${PAGE}"`);
    expect(await worker.db.$count(organisations)).toBe(0);
  },
);

test("a new organisation is refused to a user who loses the role during the request", async () => {
  const reader = await Visitor.signedIn(worker);
  const late = await rightBefore(
    storage,
    () => reader.post(PAGE, { name: "Hogarth Press", slug: "" }),
    () => demote(reader.userId),
    /insert into "organisations"/,
  );
  expect([late.status, codeOf(late)]).toEqual([403, CODE]);
  await expect(late).toShow(textsIn("en")(`code:${CODE}`));
  expect(await worker.db.$count(organisations)).toBe(0);
});
