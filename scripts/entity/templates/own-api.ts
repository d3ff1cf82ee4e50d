import type { EntityDefinition } from "../definition.ts";
import { responseField } from "./api.ts";
import {
  answeredFiles,
  apiFileImports,
  fileOperations,
  fileOwnerFunction,
  fileSchemas,
  listedPicture,
} from "./api-files.ts";
import { constantOf } from "./data.ts";
import { subtitleOf } from "./queries.ts";

// The operations on an entity whose rows belong to the users who create them or to an organisation, and the tests of
// those that belong to users.

/** The code that differs between rows of a user and rows of an organisation. */
const OF_PERSON = ({ name, plural }: EntityDefinition) => ({
  operations: "listOf, operation",
  functions: 'import { addOwnEntity, ownRows } from "#app/slices/api/own-operations.server.ts";',
  whose: "one's own",
  list: `path: "/${plural}",
  scopes: ["read"],
  permission: "${name}:own",
  request: {`,
  rows: `const { rows } = await ownRows(c, ${plural});`,
  read: (query: string) => query,
  add: "addOwnEntity",
});

const OF_ORGANISATION = ({ name, plural }: EntityDefinition): ReturnType<typeof OF_PERSON> => ({
  operations: "idParameter, listOf, operation",
  functions:
    'import { addOrganisationEntity, organisationRows } from "#app/slices/organisation/organisation-rows-api.server.ts";',
  whose: "an organisation's",
  list: `path: "/organisations/{id}/${plural}",
  scopes: ["read"],
  permission: null,
  bound: true,
  keys: true,
  request: {
    params: idParameter,`,
  rows: `const { read } = await organisationRows(c, "${name}", ${plural});`,
  read: (query: string) => `read((rows) => ${query})`,
  add: "addOrganisationEntity",
});

/** The operations on an entity whose rows have owners. */
export function ownApiModule(entity: EntityDefinition): string {
  const { name, Name, AName, plural, Plural, title, fields } = entity;
  const choices = fields.filter(({ type }) => type === "choice").map((field) => constantOf(field.name));
  const listed = [title, subtitleOf(entity)].filter((field) => field !== undefined);
  const references = fields.flatMap(({ target }) => target ?? []);
  const of = entity.owner === "organisation" ? OF_ORGANISATION(entity) : OF_PERSON(entity);
  return `import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { dbContext } from "#app/context.ts";
${choices.length > 0 ? `import { ${choices.join(", ")} } from "./${name}-choices.ts";\n` : ""}import { ${name}Schema } from "./${name}.schema.ts";
import { create${Name}, delete${Name}, find${Name}, list${Plural}, update${Name} } from "./${name}.server.ts";
import { ${plural} } from "./${plural}.table.ts";
import { ${name}List } from "./${name}-choices.ts";
import { listSearchOf } from "#app/core/lists/listing.ts";
import { fieldsIn } from "#app/slices/api/row-operations.server.ts";
import { listQuery } from "#app/slices/api/list-query.server.ts";
import type { ApiEnv } from "#app/slices/api/env.ts";
${apiFileImports(entity)}import { nextPage } from "#app/slices/api/next-page.server.ts";
import { ${of.operations} } from "#app/slices/api/operation.server.ts";
${of.functions}

/** ${AName} in the response to a read. */
const responseSchema = z
  .object({
    id: z.string(),
    ${fields.map(responseField).join("\n")}
    ${fileSchemas(entity)}
    ${references.map(({ entity }) => `${entity}: z.string().nullable().openapi({ description: "What the ${entity} is called." }),`).join("\n")}
  })
  .openapi("${Name}");

/** ${AName} in the response of the list. */
const listedSchema = responseSchema
  .pick({ ${["id", ...listed.map(({ name }) => name), ...entity.pictures.slice(0, 1).map(({ name }) => name)].map((field) => `${field}: true`).join(", ")} })
  .openapi("Listed${Name}");

const list = operation({
  id: "list${Plural}",
  tag: "${Plural}",
  summary: "List or search ${of.whose} ${plural}",
  method: "get",
  ${of.list}
    query: listQuery(${name}List),
  },
  refusals: [400],
  responses: {
    200: {
      description: "At most 20 ${plural}. With a search, or with two filters, pages before the last one may be shorter.",
      content: { "application/json": { schema: listOf(listedSchema).openapi("${Plural}") } },
    },
  },
});

/** Adds the operations on ${of.whose} ${plural}. */
export function ${name}Api(api: OpenAPIHono<ApiEnv>): void {
  api.openapi(list, async (c) => {
    ${of.rows}
    const search = listSearchOf(new URL(c.req.url), ${name}List);
    const { page } = await ${of.read(`list${Plural}(c.env.context.get(dbContext), rows, search)`)};
    ${listedPicture(entity, "item", "")}
    return c.json({ items, next: nextPage(c.req.url, page.next) }, 200);
  });

  ${of.add}(api, {
    entity: "${name}",
    owned: ${plural},
    name: "${Name}",
    responseSchema,
    fields: ${name}Schema,
    newFields: ${name}Schema,
    find: ${answeredFiles(entity, ["db", "rows", "id"])},
    fieldsOf: fieldsIn(${name}Schema),
    create: create${Name},
    update: update${Name},
    remove: delete${Name},
  });
${fileOperations(entity)}
}
${fileOwnerFunction(entity)}`;
}

/** The tests of the operations on an entity whose rows belong to users. */
export function ownApiTest({ name, aName, Name, plural, title }: EntityDefinition): string {
  return `import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditLog } from "#app/schema.ts";
import { ApiCaller } from "#tests/support/api-caller.ts";
import { type DescribedOperation, readApiDocument } from "#tests/support/api-document.ts";
import { codeOf } from "#tests/support/api-problem.ts";
import { validBody } from "#tests/support/api-samples.ts";
import { add${Name} } from "#tests/support/${plural}.ts";
import { startTestWorker, type TestWorker } from "#tests/support/worker.ts";

let worker: TestWorker;
let create: DescribedOperation;
beforeAll(async () => {
  worker = await startTestWorker({ seeded: true });
  const { operations } = await readApiDocument(worker);
  create = operations.find(({ operationId }) => operationId === "create${Name}") as DescribedOperation;
});
afterAll(() => worker.stop());

/** A user's program. */
const program = (role: "user" | "admin" = "user") => ApiCaller.of(worker, { role }, ["read", "write"]);

/** The body with which a program creates a new ${name}. */
const bodyOf = async (title: string) => ({ ...(await validBody(create, worker)), ${title.name}: title });

interface Listed {
  items: { id: string }[];
  next: string | null;
}

test("nobody else can find, list, change or delete somebody's ${name}, not even an administrator", async () => {
  const owner = await program();
  const { id } = await add${Name}(worker, owner.owner.id, { ${title.name}: "Very private" });
  const path = \`/${plural}/\${id}\`;
  const tag = (await owner.call(path)).headers.get("ETag") ?? "";
  for (const stranger of [await program(), await program("admin")]) {
    const requests = [
      { method: "GET" },
      { method: "PATCH", json: { ${title.name}: "Taken over" } },
      { method: "DELETE" },
    ];
    for (const request of requests) {
      for (const headers of [{}, { "If-Match": tag }, { "If-Match": '"x"' }, { "If-None-Match": "*" }] as HeadersInit[]) {
        const response = await stranger.call(path, { ...request, headers });
        expect(response.status, request.method).toBe(404);
        expect(await codeOf(response)).toBe("NOT_FOUND");
      }
    }
    expect((await stranger.call(\`\${path}/restore\`, { method: "POST" })).status).toBe(404);
    for (const query of ["", "?sort=${title.name}", "?searchTerm=private"])
      expect(await stranger.read(\`/${plural}\${query}\`)).toEqual({ items: [], next: null });
  }
  expect(await owner.read("/${plural}?searchTerm=private")).toMatchObject({ items: [{ id }] });
  expect(await owner.read(path)).toMatchObject({ ${title.name}: "Very private" });
});

test("a program adds ${aName} once, then changes, deletes and restores what it has seen, and the log names the token and no value", async () => {
  const owner = await program();
  const sent = { method: "POST", json: await bodyOf("Typed once"), headers: { "Idempotency-Key": "one" } };
  const [first, again] = [await owner.call("/${plural}", sent), await owner.call("/${plural}", sent)];
  const { id } = (await first.json()) as { id: string };
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(await again.json()).toMatchObject({ id });
  expect(await owner.read("/${plural}")).toMatchObject({ items: [{ id, ${title.name}: "Typed once" }], next: null });

  const path = \`/${plural}/\${id}\`;
  const seen = { "If-Match": first.headers.get("ETag") ?? "" };
  const change = { method: "PATCH", json: { ${title.name}: "Changed" }, headers: seen };
  expect((await owner.call(path, change)).status).toBe(200);
  for (const late of [change, { method: "DELETE", headers: seen }]) {
    const refused = await owner.call(path, late);
    expect(refused.status).toBe(412);
    expect(await refused.json()).toMatchObject({ current: { ${title.name}: "Changed" } });
  }
  expect((await owner.call(path, { method: "DELETE" })).status).toBe(204);
  expect((await owner.call(path)).status).toBe(404);
  expect((await (await program("admin")).call(\`\${path}/restore\`, { method: "POST" })).status).toBe(404);
  const restored = await owner.call(\`\${path}/restore\`, { method: "POST" });
  expect(await restored.json()).toMatchObject({ id, ${title.name}: "Changed" });

  const entries = await worker.db.select().from(auditLog).where(eq(auditLog.subjectId, id));
  expect(entries.map(({ action }) => action).sort()).toEqual(["${name}.create", "${name}.delete", "${name}.update", "row.restore"].sort());
  for (const entry of entries)
    expect(entry).toMatchObject({ tokenName: "Program", subjectLabel: null, changes: null });
});

test("a program pages through all of them, each once", async () => {
  const owner = await program();
  for (let n = 0; n < 25; n++) await add${Name}(worker, owner.owner.id);
  const seen: string[] = [];
  for (let path: string | null = "/${plural}?sort=${title.name}"; path; ) {
    const response = await owner.call(path);
    const { items, next } = (await response.json()) as Listed;
    seen.push(...items.map(({ id }) => id));
    path = next;
  }
  expect(new Set(seen).size).toBe(25);
  expect(seen).toHaveLength(25);
});
`;
}
