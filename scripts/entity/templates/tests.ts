import type { EntityDefinition, Field } from "../definition.ts";
import { sampleValue } from "./database.ts";
import { sentFileRules } from "./sent-file-paths.ts";
import { property, requiredReferences, sentValue } from "./sent-values.ts";

// The tests of an entity over HTTP, and its rows in tests.

/** The function with which tests add a row. */
export function factoryModule(entity: EntityDefinition): string {
  const { name, aName, Name, plural, title, fields, keyed } = entity;
  const required = fields.filter(
    (field) =>
      field !== title &&
      field.type !== "reference" &&
      (field.required || field.type === "boolean" || keyed.includes(field)),
  );
  const references = requiredReferences(entity);
  const tables = [...new Set([plural, ...references.map(({ target }) => target?.table as string)])];
  const textOf = (field: Field) =>
    field.required || field.type === "boolean" ? sampleValue(field, "number") : "null";
  return `import { ${tables.sort().join(", ")} } from "#app/schema.ts";
import { comparisonKey } from "#app/core/lib/comparison-key.ts";
import type { TestWorker } from "./worker.ts";

type ${Name} = typeof ${plural}.$inferSelect;

let number = 0;

/** Adds ${aName}, with its own ${title.label.toLowerCase()} unless one is given. */
export async function add${Name}({ db }: TestWorker, given: Partial<${Name}> = {}): Promise<${Name}> {
  number += 1;
  ${references.map(({ target }) => `const [${target?.entity}] = await db.select().from(${target?.table}).limit(1);\n`).join("")}  const row = {
    ${title.name}: \`${name} \${number} of the tests\`,
    ${required.map((field) => `${field.name}: ${textOf(field)},\n`).join("")}${references.map((field) => `${field.name}: ${field.target?.entity}?.id ?? "",\n`).join("")}...given,
  };
  const keys = { ${keyed.map((field) => `${field.name}Key: comparisonKey(row.${field.name})`).join(", ")} };
  const [added] = await db.insert(${plural}).values({ ...row, ...keys }).returning();
  if (!added) throw new Error("The ${name} was not added");
  return added;
}
`;
}

/** The tests over HTTP of an entity that administrators manage. */
export function integrationTest(entity: EntityDefinition): string {
  const { name, Name, plural, title, unique, fields } = entity;
  const references = requiredReferences(entity);
  const setUp = references.map(
    ({ target }) =>
      `${target?.entity}Id = (await worker.db.select().from(${target?.table}).limit(1))[0]?.id ?? "";`,
  );
  const sent = fields.map((field) => property(field.name, sentValue(field, "title"))).join("\n");
  const tables = [...new Set([plural, "totals", ...references.map(({ target }) => target?.table as string)])];
  return `import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ${tables.sort().join(", ")} } from "#app/schema.ts";
import type { ${Name}Input } from "#app/slices/${name}/${name}.schema.ts";
${unique.length > 0 ? 'import { describeCreateForm } from "#tests/support/manager-rules.ts";\n' : ""}import { textsIn } from "#tests/support/texts.ts";
import { add${Name} } from "#tests/support/${plural}.ts";
import { databaseCost, Visitor } from "#tests/support/visitor.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

const t = textsIn("en");

let worker: TestWorker;
let admin: Visitor;
${references.map(({ target }) => `let ${target?.entity}Id = "";`).join("\n")}
beforeAll(async () => {
  worker = await startTestWorker({ seeded: true });
  admin = await Visitor.signedIn(worker, { role: "admin" });
  ${setUp.join("\n")}
});
afterAll(() => worker.stop());

/** A form with every field of the schema filled in. */
const filledIn = (title: string): Record<keyof ${Name}Input, string> => ({
  ${sent}
});

${
  unique.length > 0
    ? `
describeCreateForm({
  entity: "${name}",
  worker: () => worker,
  table: ${plural},
  path: "/manager/${plural}/new",
  fields: filledIn,
  refusal: "${name.toUpperCase()}_ALREADY_EXISTS",
});
`
    : ""
}
describe("the manager's list of ${plural}", () => {
  test("shows how many there are, in one round trip", async () => {
    await add${Name}(worker);
    const [total] = await worker.db.select().from(totals).where(eq(totals.name, "${plural}"));
    expect(total?.value).toBe(await worker.db.$count(${plural}));
    const response = await admin.get("/manager/${plural}");
    await expect(response).toShow(\`of \${total?.value}\`);
    expect(databaseCost(response).roundTrips).toBe(1);
    expect(databaseCost(response).rowsRead).toBeLessThanOrEqual(60);
  });

  test.each([
    [50, 110],
    [100, 210],
  ])("has %i rows a page if that is selected, and reads %i at most", async (size, most) => {
    for (let n = await worker.db.$count(${plural}); n <= size; n++) await add${Name}(worker);
    const visitor = await Visitor.signedIn(worker, { role: "admin" });
    await visitor.post("/manager/list-view", { list: "/manager/${plural}", size: \`\${size}\` });
    for (const sort of ["", "-${title.name}", "updated", "-updated"]) {
      const response = await visitor.get(\`/manager/${plural}?sort=\${sort}\`);
      expect(databaseCost(response).roundTrips, sort).toBe(1);
      expect(databaseCost(response).rowsRead, sort).toBeLessThanOrEqual(most);
      const links = (await response.text()).match(/href="\\/manager\\/${plural}\\/[\\da-f-]{36}[?"]/g);
      expect(new Set(links).size, sort).toBe(size);
    }
  });

  test.each(["", "-${title.name}", "updated", "-updated"])("pages through all of them, each once, sorted by %j", async (sort) => {
    for (let n = 0; n < 25; n++) await add${Name}(worker);
    const seen: string[] = [];
    for (let path: string | undefined = \`/manager/${plural}?sort=\${sort}\`; path; ) {
      const html = await (await admin.get(path)).text();
      seen.push(...[...html.matchAll(/href="\\/manager\\/${plural}\\/([\\da-f-]{36})[?"]/g)].map(([, id]) => id as string));
      path = /href="(\\/manager\\/${plural}\\?[^"]*after=[^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&");
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toHaveLength(await worker.db.$count(${plural}));
  });

  test("finds part of a word in any case, and the new words after a change", async () => {
    const { id } = await add${Name}(worker, { ${title.name}: "Xylophone Éclair" });
    await expect(await admin.get("/manager/${plural}?searchTerm=ylopho")).toShow("Xylophone Éclair");
    await expect(await admin.get("/manager/${plural}?searchTerm=ECLAIR")).toShow("Xylophone Éclair");
    await admin.post(\`/manager/${plural}/\${id}/update\`, filledIn("Quizzical"));
    await expect(await admin.get("/manager/${plural}?searchTerm=quizz")).toShow("Quizzical");
    await expect(await admin.get("/manager/${plural}?searchTerm=ylopho")).toShow(t("common:noResults"));
  });
});

test("a deleted ${name} is not found, keeps what is typed in its form, and comes back", async () => {
  const { id } = await add${Name}(worker, { ${title.name}: "Gone" });
  const page = \`/manager/${plural}/\${id}\`;
  expect((await admin.post(page, { intent: "delete" })).status).toBe(302);
  for (const path of [page, \`/app/${plural}/\${id}\`]) {
    expect((await admin.get(path)).status, path).toBe(404);
  }
  const refused = await admin.post(\`\${page}/update\`, filledIn("Too late"));
  expect(refused.status).toBe(409);
  await expect(refused).toShow(t("manager:deletedMeanwhile"));
  expect(await admin.post(\`/manager/deleted/${name}/\${id}\`, {})).toRedirectTo(
    \`/manager/${plural}#row-\${id}\`,
  );
  await expect(await admin.get(page)).toShow("Gone");
});

test("the forms have each field", async () => {
  const { id } = await add${Name}(worker);
  for (const path of ["/manager/${plural}/new", \`/manager/${plural}/\${id}/update\`]) {
    const html = await (await admin.get(path)).text();
    const missing = Object.keys(filledIn("")).filter((field) => !html.includes(\`name="\${field}"\`));
    expect(missing, path).toEqual([]);
  }
});

test("a form without a required value is refused, and the page says what is required", async () => {
  const response = await admin.post("/manager/${plural}/new", { ...filledIn("Typed"), ${title.name}: " " });
  expect(response.status).toBe(400);
  await expect(response).toShow(t("validation:required"));
});

test("if two managers change the same ${name}, the second one sees what the first one has stored", async () => {
  const { id, ${title.name} } = await add${Name}(worker);
  const path = \`/manager/${plural}/\${id}/update\`;
  const html = await (await admin.get(path)).text();
  const original = (/name="original" value="([^"]*)"/.exec(html)?.[1] ?? "").replaceAll("&quot;", '"');
  expect(JSON.parse(original)).toMatchObject({ ${title.name} });
  expect((await admin.post(path, { ...filledIn("Stored first"), original })).status).toBe(302);
  const refused = await admin.post(path, { ...filledIn("Typed second"), original });
  expect(refused.status).toBe(409);
  await expect(refused).toShow(\`\${t("changedMeanwhile.stored")} Stored first\`);
  expect(await refused.text()).toContain('value="Typed second"');
});

test("a reader finds the ${plural} in their list, and opens one", async () => {
  const { id, ${title.name} } = await add${Name}(worker, { ${title.name}: "AAA of the readers" });
  const reader = await Visitor.signedIn(worker);
  await expect(await reader.get("/app/${plural}")).toShow(${title.name});
  await expect(await reader.get(\`/app/${plural}/\${id}\`)).toShow(${title.name});
});
`;
}

/** The rows of the access matrix for an entity. */
export function accessModule(entity: EntityDefinition): string {
  const { name, Name, plural, title, fields } = entity;
  const references = requiredReferences(entity).map((field) => field.name);
  const sent = fields.map((field) =>
    property(field.name, references.includes(field.name) ? field.name : sentValue(field, "title")),
  );
  const referenceValues = references.map((reference) => `${reference}: row.${reference},`).join(" ");
  const taken =
    references.length > 0 ? `{ ${references.map((name) => `${name} = ""`).join(", ")} }: Target` : "";
  return `import type { ${Name}Input } from "#app/slices/${name}/${name}.schema.ts";
import type { AccessRules${taken && ", Target"} } from "#tests/support/access.ts";
import { add${Name} } from "#tests/support/${plural}.ts";

/** A form with all fields filled in. */
const filledIn = (${taken}): Record<keyof ${Name}Input, string> => {
  const title = \`New \${crypto.randomUUID()}\`;
  return { ${sent.join(" ")} };
};

/** Who may do what with ${plural}. */
const rules: AccessRules = {
  async makeTarget(worker, number) {
    const secret = \`unmistakable-${name}-\${number}\`;
    const word = crypto.randomUUID();
    const row = await add${Name}(worker, { ${title.name}: \`\${secret} \${word}\` });
    return { id: row.id, ${referenceValues} word, secret };
  },

  routes: {
    "/app/${plural}": { who: "${name}:list" },
    "/app/${plural}/:id": { who: "${name}:read", shows: true },
    "/manager/${plural}": { who: "${name}:list", query: ({ word = "" }) => ({ searchTerm: word }), shows: true },
    "/manager/${plural}/new": { who: "${name}:create", forms: [{ fields: filledIn }] },
    "/manager/${plural}/:id": { who: "${name}:read", shows: true, forms: [{ needs: "${name}:delete", readsBody: false }] },
    "/manager/${plural}/:id/update": { who: "${name}:update", shows: true, forms: [
      { fields: filledIn },
      { fields: (${taken ? "target" : ""}) => ({ ...filledIn(${taken ? "target" : ""}), restore: "on" }), needs: "${name}:delete" },
    ] },
    ${sentFileRules(entity, { changes: `who: "${name}:update"`, reads: `who: "${name}:read"` })}
  },
};

export default rules;
`;
}
