import type { EntityDefinition, Field } from "../definition.ts";
import { sampleValue } from "./database.ts";
import { publicFirst } from "./public-tests.ts";
import { property, requiredReferences, sentValue } from "./sent-values.ts";

// The tests of an entity whose rows belong to the users who create them. The first tests are about access by strangers.

/** The function with which tests add a row. */
export function ownFactoryModule(entity: EntityDefinition): string {
  const { name, aName, Name, plural, title, fields, owner } = entity;
  const isOfOrganisation = owner === "organisation";
  const ownerId = isOfOrganisation ? "organisationId" : "userId";
  const references = requiredReferences(entity);
  const targets = references.map(({ target }) => target?.table as string);
  const isNeeded = (field: Field) => field !== title && field.type !== "reference" && field.required;
  const given = [
    `${title.name}: \`${name} \${number} of the tests\`,`,
    ...fields.filter(isNeeded).map((field) => `${field.name}: ${sampleValue(field, "number")},`),
    ...references.map((field) => `${field.name}: ${field.target?.entity}?.id,`),
    "...given,",
  ];
  return `import type * as z from "zod";
import { ${isOfOrganisation ? "" : "rowsOf, "}writable } from "#app/core/db/owned.ts";
${isOfOrganisation ? 'import { rowsOfOrganisation } from "#app/slices/organisation/owned-by-organisation.ts";\n' : ""}import { ${[plural, ...new Set(targets)].sort().join(", ")} } from "#app/schema.ts";
import { type ${Name}Input, ${name}Row, ${name}Schema } from "#app/slices/${name}/${name}.schema.ts";
import type { TestWorker } from "./worker.ts";

/** A form as ${isOfOrganisation ? "a member" : "its owner"} fills it in: each field of the schema. */
export const ${name}Form = (${["title", ...references.map((field) => field.name)].map((name) => `${name}: string`).join(", ")}): Record<keyof ${Name}Input, string> => ({
  ${fields.map((field) => property(field.name, references.includes(field) ? field.name : sentValue(field, "title"))).join("\n")}
});

let number = 0;

/**
 * Adds ${aName} of ${isOfOrganisation ? "an organisation" : "a user"}, with its own ${title.label.toLowerCase()} unless
 * one is given.
 */
export async function add${Name}({ db }: TestWorker, ${ownerId}: string, given: Partial<z.input<typeof ${name}Schema>> = {}) {
  number += 1;
  ${references.map(({ target }) => `const [${target?.entity}] = await db.select().from(${target?.table}).limit(1);\n`).join("")}  const input = ${name}Schema.parse({ ${given.join(" ")} });
  const { table } = writable(${isOfOrganisation ? "rowsOfOrganisation" : "rowsOf"}(${plural}, ${ownerId}));
  const [added] = await db.insert(table).values({ ...${name}Row(input), ${ownerId} }).returning();
  if (!added) throw new Error("The ${name} was not added");
  return added;
}
`;
}

/** The code that fills in a form, in a test that has the ids of the rows that the form refers to. */
export const filledInOf = (entity: EntityDefinition): string => {
  const ids = requiredReferences(entity).map(({ target }) => `, ${target?.entity}Id`);
  return `/** A form as it is filled in. */
const filledIn = (title: string) => ${entity.name}Form(title${ids.join("")});`;
};

/** The tests over HTTP of an entity whose rows belong to users. */
export function ownIntegrationTest(entity: EntityDefinition): string {
  const { name, Name, plural, title, unique, isPublic, isAtHome } = entity;
  // The list of the user's own rows, and the start of further search parameters.
  const list = `/app/${plural}${isPublic ? "?whose=mine" : ""}`;
  const listAnd = `${list}${isPublic ? "&" : "?"}`;
  const references = requiredReferences(entity);
  const setUp = references.map(
    ({ target }) =>
      `${target?.entity}Id = (await worker.db.select().from(${target?.table}).limit(1))[0]?.id ?? "";`,
  );
  const targets = [...new Set(references.map(({ target }) => target?.table as string))];
  return `import { afterAll, beforeAll, expect, test } from "vitest";
import { newRowId } from "#app/core/forms/row-id.ts";
${targets.length > 0 ? `import { ${targets.sort().join(", ")} } from "#app/schema.ts";` : ""}
import { ${name}List } from "#app/slices/${name}/${name}-choices.ts";
import { describeList } from "#tests/support/lists.ts";
import { someone } from "#tests/support/someone.ts";
import { textsIn } from "#tests/support/texts.ts";
import { add${Name}, ${name}Form } from "#tests/support/${plural}.ts";
import { databaseCost } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;
${references.map(({ target }) => `let ${target?.entity}Id = "";`).join("\n")}
beforeAll(async () => {
  worker = await startTestWorker({ seeded: true });
  ${setUp.join("\n")}
});
afterAll(() => worker.stop());

${filledInOf(entity)}

/** The values that an edit form showed. */
const originalIn = (html: string) =>
  (/name="original" value="([^"]*)"/.exec(html)?.[1] ?? "").replaceAll("&quot;", '"');

${isPublic ? publicFirst(entity) : privateFirst(entity)}
test("a deleted ${name} is restored by its owner, and by nobody else", async () => {
  const owner = await someone(worker);
  const { id } = await add${Name}(worker, owner.id, { ${title.name}: "Gone" });
  const page = \`/app/${plural}/\${id}\`;
  expect(await owner.visitor.post(page, {})).toRedirectTo("/app/${plural}");
  expect((await owner.visitor.get(page)).status).toBe(404);
  const stranger = await someone(worker, { role: "admin" });
  for (const area of ["app", "manager"])
    expect((await stranger.visitor.post(\`/\${area}/deleted/${name}/\${id}\`, {})).status).toBe(404);
  const refused = await owner.visitor.post(\`\${page}/update\`, filledIn("Too late"));
  expect(refused.status).toBe(409);
  await expect(refused).toShow(t("manager:deletedMeanwhile"));
  expect((await owner.visitor.post(\`/app/deleted/${name}/\${id}\`, {})).status).toBe(302);
  await expect(await owner.visitor.get(page)).toShow("Gone");
});

test("a form that is sent twice adds one ${name}, with what was typed, and shows it", async () => {
  const { visitor } = await someone(worker);
  const form = { ...filledIn("Typed once"), id: crypto.randomUUID() };
  for (let n = 0; n < 2; n++)
    expect(await visitor.post("/app/${plural}/new", form)).toRedirectTo(\`/app/${plural}/\${newRowId.parse(form.id)}\`);
  const html = await (await visitor.get("${list}")).text();
  expect(html.match(/href="\\/app\\/${plural}\\/[\\da-f-]{36}"/g)).toHaveLength(1);
  expect(html).toContain("Typed once");
});
${
  unique.length > 0
    ? `
test("an owner can't add the same ${name} twice, but another owner can have the same", async () => {
  const [one, other] = [await someone(worker), await someone(worker)];
  for (const { visitor } of [one, other])
    expect((await visitor.post("/app/${plural}/new", filledIn("Only one"))).status).toBe(302);
  const refused = await one.visitor.post("/app/${plural}/new", filledIn("Only one"));
  expect(refused.headers.get("X-Error-Code")).toBe("${name.toUpperCase()}_ALREADY_EXISTS");
});
`
    : ""
}
test("a form without a required value is refused, and the page says what is required", async () => {
  const { visitor } = await someone(worker);
  const response = await visitor.post("/app/${plural}/new", { ...filledIn("Typed"), ${title.name}: " " });
  expect(response.status).toBe(400);
  await expect(response).toShow(t("validation:required"));
});

test("if two tabs change the same ${name}, the second one shows what the first one has stored", async () => {
  const { visitor, id: userId } = await someone(worker);
  const { id } = await add${Name}(worker, userId);
  const path = \`/app/${plural}/\${id}/update\`;
  const html = await (await visitor.get(path)).text();
  const missing = Object.keys(filledIn("")).filter((field) => !html.includes(\`name="\${field}"\`));
  expect(missing, "fields that the form lacks").toEqual([]);
  const original = originalIn(html);
  expect((await visitor.post(path, { ...filledIn("Stored first"), original })).status).toBe(302);
  const refused = await visitor.post(path, { ...filledIn("Typed second"), original });
  expect(refused.status).toBe(409);
  await expect(refused).toShow("Stored first");
  expect(await refused.text()).toContain('value="Typed second"');
});

test.each([
  // The page, the values of a row, and what the page shows of them.
  ["${list}", { ${title.name}: "In the list" }, "In the list"],${isAtHome ? `\n  ["/app", { ${title.name}: "At home" }, "At home"],` : ""}
] as const)("at %s, only its owner sees it", async (path, given, shown) => {
  const [owner, stranger] = [await someone(worker), await someone(worker)];
  await add${Name}(worker, owner.id, given);
  await expect(await owner.visitor.get(path)).toShow(shown);
  await expect(await stranger.visitor.get(path)).not.toShow(shown);
});

describeList({
  listing: ${name}List,
  async open() {
    const { visitor, id } = await someone(worker);
    return { visitor, ownerId: id, list: "${list}"${isPublic ? `, rows: "/app/${plural}"` : ""} };
  },
  add: (ownerId) => add${Name}(worker, ownerId),
  filledIn,
});

test("a search finds the user's own rows by parts of words in any case and without accents, and nothing of others", async () => {
  const [owner, stranger] = [await someone(worker), await someone(worker)];
  await add${Name}(worker, owner.id, { ${title.name}: "Crème brûlée" });
  await add${Name}(worker, owner.id, { ${title.name}: "Another" });
  const search = (visitor: typeof owner.visitor, term: string) =>
    visitor.get(\`${listAnd}\${new URLSearchParams({ searchTerm: term })}\`);
  for (const term of ["Crème", "BRULEE", "rul cre", "b"]) {
    const found = await search(owner.visitor, term);
    expect(databaseCost(found).roundTrips).toBe(1);
    const html = await found.text();
    expect(html, term).toContain("Crème brûlée");
    expect(html, term).not.toContain(">Another<");
    await expect(await search(stranger.visitor, term)).toShow(t("common:noResults"));
  }
  await expect(await search(owner.visitor, "rême")).toShow("Crème brûlée");
  await expect(await search(owner.visitor, "ulé Another")).toShow(t("common:noResults"));
});

test("a search looks through a limited number of rows at a time, and finds a later row on the next page", async () => {
  const { visitor, id: userId } = await someone(worker);
  await add${Name}(worker, userId, { ${title.name}: "zz wanted" });
  for (let n = 0; n < 305; n++) await add${Name}(worker, userId, { ${title.name}: \`aa \${n}\` });
  const first = await visitor.get("${listAnd}sort=${title.name}&searchTerm=wanted");
  expect(databaseCost(first).rowsRead).toBeLessThanOrEqual(700);
  const html = await first.text();
  expect(html).not.toContain("zz wanted");
  const next = /href="(\\/app\\/${plural}\\?[^"]*after=[^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&");
  await expect(await visitor.get(next as string)).toShow("zz wanted");
});
`;
}

/** The tests that strangers don't see a private row. */
function privateFirst({ name, Name, plural, title }: EntityDefinition): string {
  return `test("nobody else can find or change somebody's ${name}, not even an administrator", async () => {
  const owner = await someone(worker);
  const { id } = await add${Name}(worker, owner.id, { ${title.name}: "Very private" });
  const page = \`/app/${plural}/\${id}\`;
  for (const { visitor } of [await someone(worker), await someone(worker, { role: "admin" })]) {
    expect(await (await visitor.get("/app/${plural}")).text()).not.toContain("Very private");
    for (const path of [page, \`\${page}/update\`]) {
      expect((await visitor.get(path)).status, path).toBe(404);
      expect(await (await visitor.get(\`\${path}.data\`)).text(), path).not.toContain("Very private");
    }
    for (const fields of [filledIn("Taken over"), { ...filledIn("Taken over"), restore: "on" }])
      expect((await visitor.post(\`\${page}/update\`, fields)).status).toBe(404);
    expect((await visitor.post(page, {})).status).toBe(404);
    expect((await visitor.post(\`/app/deleted/${name}/\${id}\`, {})).status).toBe(404);
  }
  await expect(await owner.visitor.get(page)).toShow("Very private");
});
`;
}
