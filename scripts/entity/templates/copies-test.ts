import type { EntityDefinition } from "../definition.ts";

/** The test over HTTP of readers' pages that come from copies. */
export function copiesTest({ name, Name, plural, title }: EntityDefinition): string {
  return `import { afterAll, beforeAll, expect, test } from "vitest";
import { add${Name} } from "#tests/support/${plural}.ts";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker({ seeded: true, settings: { READ_CACHE: "true" } });
});
afterAll(() => worker.stop());

test("the first reader's pages ask the database, and the next ones come from copies", async () => {
  const { id, ${title.name} } = await add${Name}(worker, { ${title.name}: "AAA of the copies" });
  const reader = await Visitor.signedIn(worker);
  const paths = ["/app/${plural}", \`/app/${plural}/\${id}\`];
  for (const path of paths) expect(databaseCost(await reader.get(path)).queries, path).toBeGreaterThan(0);
  for (const path of paths) {
    // A page's copy is stored after its response.
    const queries = async () => databaseCost(await reader.get(path)).queries;
    await expect.poll(queries, { message: path, timeout: 30_000 }).toBe(0);
    await expect(await reader.get(path)).toShow(${title.name});
  }
});

test("a copy is no longer used once an administrator has deleted the ${name}", async () => {
  const { id, ${title.name} } = await add${Name}(worker);
  const reader = await Visitor.signedIn(worker);
  const path = \`/app/${plural}/\${id}\`;
  await expect(await reader.get(path)).toShow(${title.name});
  const admin = await Visitor.signedIn(worker, { role: "admin" });
  expect((await admin.post(\`/manager/${plural}/\${id}\`, { intent: "delete" })).status).toBe(302);
  // Shorter than the minute after which a copy is read again anyway.
  await expect.poll(async () => (await reader.get(path)).status, { timeout: 30_000 }).toBe(404);
});
`;
}
