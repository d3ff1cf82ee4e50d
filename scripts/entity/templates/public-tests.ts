import type { EntityDefinition } from "../definition.ts";

// The tests of rows that belong to users and that everybody reads. The first tests are about access by strangers.

/** The tests that strangers read a public row, but don't change it. */
export function publicFirst({ name, Name, plural, title }: EntityDefinition): string {
  return `/** The parts of a response that are the same for every row, and its text without the row's own address. */
const answerTo = async (response: Response, id: string) => ({
  status: response.status,
  code: response.headers.get("X-Error-Code"),
  length: (await response.text()).replaceAll(id, "").length,
});

test("everybody can read somebody else's ${name}, but a change or deletion gets the response for a missing one", async () => {
  const owner = await someone(worker);
  const { id } = await add${Name}(worker, owner.id, { ${title.name}: "Of somebody else" });
  const page = \`/app/${plural}/\${id}\`;
  for (const { visitor } of [await someone(worker), await someone(worker, { role: "admin" })]) {
    const html = await (await visitor.get(page)).text();
    expect(html).toContain("Of somebody else");
    expect(html, "what is refused is not offered").not.toContain(\`\${page}/update\`);
    expect((await visitor.get(\`\${page}/update\`)).status).toBe(404);
    expect(await (await visitor.get(\`\${page}/update.data\`)).text()).not.toContain("Of somebody else");
    const unknown = crypto.randomUUID();
    const other = \`/app/${plural}/\${unknown}\`;
    for (const fields of [filledIn("Taken over"), { ...filledIn("Taken over"), restore: "on" }]) {
      const foreign = await answerTo(await visitor.post(\`\${page}/update\`, fields), id);
      expect(foreign).toEqual(await answerTo(await visitor.post(\`\${other}/update\`, fields), unknown));
      expect(foreign.status).toBe(404);
    }
    const foreign = await answerTo(await visitor.post(page, {}), id);
    expect(foreign).toEqual(await answerTo(await visitor.post(other, {}), unknown));
    expect(foreign.status).toBe(404);
    expect((await visitor.post(\`/app/deleted/${name}/\${id}\`, {})).status).toBe(404);
  }
  const html = await (await owner.visitor.get(page)).text();
  expect(html).toContain("Of somebody else");
  expect(html).toContain(\`\${page}/update\`);
});
`;
}

/** The tests of everybody's list, and of the owners of the rows in it. */
export function publicTest({ name, Name, plural, title }: EntityDefinition): string {
  return `import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sortsOf } from "#app/core/lists/listing.ts";
import { users } from "#app/schema.ts";
import { ${name}List } from "#app/slices/${name}/${name}-choices.ts";
import { someone } from "#tests/support/someone.ts";
import { textsIn } from "#tests/support/texts.ts";
import { add${Name} } from "#tests/support/${plural}.ts";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker({ seeded: true });
});
afterAll(() => worker.stop());

test("a visitor can't read any, and is redirected to the sign-in page", async () => {
  const { visitor, id: userId } = await someone(worker);
  const { id } = await add${Name}(worker, userId, { ${title.name}: "For people here" });
  const stranger = new Visitor(worker, { Cookie: "cookie-check=kept" });
  for (const path of ["/app/${plural}", \`/app/${plural}/\${id}\`]) {
    await expect(await visitor.get(path)).toShow("For people here");
    const response = await stranger.get(path);
    expect(response.status, path).toBe(302);
    expect(await response.text(), path).not.toContain("For people here");
  }
});

test("nobody else can read the rows of a banned owner until the ban is over", async () => {
  const [owner, reader] = [await someone(worker), await someone(worker, { role: "admin" })];
  const { id } = await add${Name}(worker, owner.id, { ${title.name}: "Of somebody banned" });
  const page = \`/app/${plural}/\${id}\`;
  const ban = (end: number | null) =>
    worker.db.update(users).set({ bannedAt: 1, banExpiresAt: end }).where(eq(users.id, owner.id));
  await ban(null);
  for (const path of ["/app/${plural}", "/app/${plural}?searchTerm=banned", page])
    for (const url of [path, path.replace(/(?=\\?|$)/, ".data")])
      expect(await (await reader.visitor.get(url)).text(), url).not.toContain("Of somebody banned");
  expect((await reader.visitor.get(page)).status).toBe(404);
  await ban(2);
  await expect(await reader.visitor.get(page)).toShow("Of somebody banned");
  await expect(await reader.visitor.get("/app/${plural}?searchTerm=banned")).toShow("Of somebody banned");
});

test("the list shows the name of each owner, no email address, and on request only the reader's own rows", async () => {
  const one = await someone(worker, { name: "Grace Hopper" });
  const other = await someone(worker, { name: null });
  await add${Name}(worker, one.id, { ${title.name}: "Of one person" });
  await add${Name}(worker, other.id, { ${title.name}: "Of another person" });
  const html = await (await one.visitor.get("/app/${plural}")).text();
  for (const shown of ["Of one person", t("${name}:owner.you"), "Of another person", t("${name}:owner.unnamed")])
    expect(html).toContain(shown);
  expect(html).not.toContain(other.email);
  await expect(await other.visitor.get("/app/${plural}")).toShow(t("${name}:owner.name", { name: "Grace Hopper" }));
  const mine = await (await one.visitor.get("/app/${plural}?whose=mine")).text();
  expect(mine).toContain("Of one person");
  expect(mine).not.toContain("Of another person");
  const data = await (await other.visitor.get("/app/${plural}.data")).text();
  expect(data).not.toContain(one.email);
  expect(data).not.toContain(one.id);
});

/** The target of "Load more". */
const nextIn = (html: string) =>
  /href="(\\/app\\/${plural}\\?[^"]*after=[^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&");

test.each(sortsOf(${name}List))("pages through everybody's rows, each once, sorted by %j, in one round trip", async (sort) => {
  const { visitor } = await someone(worker);
  const added: string[] = [];
  for (let n = 0; n < 25; n++) added.push((await add${Name}(worker, (await someone(worker)).id)).id);
  const seen: string[] = [];
  for (let path: string | undefined = \`/app/${plural}?sort=\${sort}\`; path; ) {
    const response = await visitor.get(path);
    expect(databaseCost(response).roundTrips).toBe(1);
    expect(databaseCost(response).rowsRead).toBeLessThanOrEqual(70);
    const html = await response.text();
    seen.push(...[...html.matchAll(/href="\\/app\\/${plural}\\/([\\da-f-]{36})"/g)].map(([, id]) => id as string));
    path = nextIn(html);
  }
  expect(seen).toEqual(expect.arrayContaining(added));
  expect(new Set(seen).size).toBe(seen.length);
});

test("the page of a row costs one round trip", async () => {
  const [{ id: ownerId }, { visitor }] = [await someone(worker), await someone(worker)];
  const { id } = await add${Name}(worker, ownerId);
  expect(databaseCost(await visitor.get(\`/app/${plural}/\${id}\`)).roundTrips).toBe(1);
});

test("a search looks through a limited number of everybody's rows at a time, and finds a later row on the next page", async () => {
  const { visitor, id } = await someone(worker);
  await add${Name}(worker, id, { ${title.name}: "zz wanted" });
  for (let n = 0; n < 305; n++) await add${Name}(worker, id, { ${title.name}: \`aa \${n}\` });
  const first = await visitor.get("/app/${plural}?sort=${title.name}&searchTerm=wanted");
  expect(databaseCost(first).rowsRead).toBeLessThanOrEqual(700);
  const html = await first.text();
  expect(html).not.toContain("zz wanted");
  await expect(await visitor.get(nextIn(html) as string)).toShow("zz wanted");
});
`;
}
