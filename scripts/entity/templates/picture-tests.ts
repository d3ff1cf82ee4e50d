import type { EntityDefinition } from "../definition.ts";

/** The tests of the pictures of an entity over HTTP. */
export function picturesTest(entity: EntityDefinition): string {
  const { name, Name, plural, owner, pictures, title } = entity;
  const people: Record<string, string> = {
    user: `const { id: userId, visitor } = await someone(worker);
  const { id } = await add${Name}(worker, userId);
  const row = \`/app/${plural}/\${id}\`;`,
    organisation: `const { id: userId, visitor } = await someone(worker);
  const { id: organisationId, slug } = await addOrganisation(worker, userId);
  const { id } = await add${Name}(worker, organisationId);
  const row = \`/app/o/\${slug}/${plural}/\${id}\`;`,
    nobody: `const visitor = await Visitor.signedIn(worker, { role: "admin" });
  const { id } = await add${Name}(worker, { ${title.name}: "AAA, the first in the list" });
  const row = \`/manager/${plural}/\${id}\`;`,
  };
  return `import { afterAll, beforeAll, expect, test } from "vitest";
import { DAY } from "#app/core/lib/durations.ts";
import { DAILY, EVERY_15_MINUTES, runCron } from "#tests/support/cron.ts";
${owner === "organisation" ? 'import { addOrganisation } from "#tests/support/organisations.ts";\n' : ""}import { keptObjects, pictureAddresses, pictureFile, postPicture } from "#tests/support/upload-pictures.ts";
${owner ? 'import { someone } from "#tests/support/someone.ts";\n' : ""}import { add${Name} } from "#tests/support/${plural}.ts";
import { ${owner ? "" : "Visitor, "}databaseCost } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker({ seeded: true });
});
afterAll(() => worker.stop());

test.each([${pictures.map(({ kebab }) => `"${kebab}"`).join(", ")}])("the %s of ${name} is shown, and goes once the row can't be restored", async (picture) => {
  ${people[owner ?? "nobody"]}
  const sent = await postPicture(visitor, pictureFile("with-place.jpg"), { path: \`\${row}/\${picture}\` });
  expect(sent).toRedirectTo(row);
  const page = await visitor.get(row);
  expect(databaseCost(page).roundTrips).toBe(1);
  const [address = ""] = await pictureAddresses(page);
  expect((await visitor.get(address)).status).toBe(200);
  await visitor.post(row, {});
  for (const cron of [DAILY, EVERY_15_MINUTES]) await runCron(worker, cron, 29 * DAY);
  expect((await visitor.get(address)).status).toBe(200);
  for (const cron of [DAILY, EVERY_15_MINUTES]) await runCron(worker, cron, 31 * DAY);
  await expect.poll(() => keptObjects(worker)).toEqual([]);
  expect((await visitor.get(address)).status).toBe(404);
});

test("the list shows the ${pictures[0]?.label.toLowerCase()} of each row, in one round trip", async () => {
  ${people[owner ?? "nobody"]}
  await postPicture(visitor, pictureFile("with-place.jpg"), { path: \`\${row}/${pictures[0]?.kebab}\` });
  const page = await visitor.get(${owner === "organisation" ? `\`/app/o/\${slug}/${plural}\`` : `"/app/${plural}"`});
  expect(databaseCost(page).roundTrips).toBe(1);
  expect(databaseCost(page).rowsRead).toBeLessThanOrEqual(60);
  const [address = ""] = await pictureAddresses(page);
  expect((await visitor.get(address)).status).toBe(200);
});
`;
}
