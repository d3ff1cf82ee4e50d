import type { EntityDefinition, Field } from "../definition.ts";
import {
  answeredFiles,
  apiFileImports,
  fileOperations,
  fileSchemas,
  listedPicture,
  listedSchemaPicture,
} from "./api-files.ts";
import { constantOf } from "./data.ts";
import { subtitleOf } from "./queries.ts";

// The operations of an entity in the API.

const TYPES: Record<Field["type"], (field: Field) => string> = {
  text: () => "z.string()",
  longtext: () => "z.string()",
  integer: () => "z.int()",
  decimal: () => "z.number()",
  boolean: () => "z.boolean()",
  date: () => "z.iso.date()",
  choice: ({ name }) => `z.enum(${constantOf(name)})`,
  reference: () => "z.string()",
};

/** A field in a response of the API. */
export function responseField(field: Field): string {
  const isNullable = !field.required && field.type !== "boolean";
  return `${field.name}: ${TYPES[field.type](field)}${isNullable ? ".nullable()" : ""},`;
}

/** The operations on an entity that administrators manage. */
export function apiModule(entity: EntityDefinition): string {
  const { name, Name, AName, plural, Plural, title, fields } = entity;
  const choices = fields.filter(({ type }) => type === "choice").map((field) => constantOf(field.name));
  const listed = [title, subtitleOf(entity)].filter((field) => field !== undefined);
  const references = fields.flatMap(({ target }) => target ?? []);
  return `import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { dbContext } from "#app/context.ts";
${choices.length > 0 ? `import { ${choices.join(", ")} } from "./${name}-choices.ts";\n` : ""}import { ${name}Schema } from "./${name}.schema.ts";
import { create${Name}, delete${Name}, find${Name}, listAndCount${Plural}, update${Name} } from "./${name}.server.ts";
import { addEntity } from "#app/slices/api/entity-operations.server.ts";
import type { ApiEnv } from "#app/slices/api/env.ts";
${apiFileImports(entity)}import { nextPage } from "#app/slices/api/next-page.server.ts";
import { fieldsIn } from "#app/slices/api/row-operations.server.ts";
import { after, iso, listOf, operation, time } from "#app/slices/api/operation.server.ts";

/** ${AName} in the response of the list. */
const listedSchema = z
  .object({ id: z.string(), ${listed.map(responseField).join(" ")} ${listedSchemaPicture(entity)}updatedAt: time })
  .openapi("Listed${Name}");

/** ${AName} in the response to a read. */
const responseSchema = z
  .object({
    id: z.string(),
    ${fields.map(responseField).join("\n")}
    ${fileSchemas(entity)}
    ${references.map(({ entity }) => `${entity}: z.string().nullable().openapi({ description: "What the ${entity} is called." }),`).join("\n")}
  })
  .openapi("${Name}");

const list${Plural} = operation({
  id: "list${Plural}",
  tag: "${Plural}",
  summary: "List or search the ${plural}",
  method: "get",
  path: "/${plural}",
  scopes: ["read"],
  permission: "${name}:list",
  request: {
    query: z.object({
      searchTerm: z.string().max(200).default("").openapi({ description: "Words to find." }),
      sort: z.enum(["${title.name}", "-${title.name}", "updated", "-updated"]).default("${title.name}").openapi({
        description: "Without a search, which comes in the order in which ${plural} were added.",
      }),
      after,
    }),
  },
  refusals: [400],
  responses: {
    200: {
      description: "20 ${plural} at most.",
      content: { "application/json": { schema: listOf(listedSchema).openapi("${Plural}") } },
    },
  },
});

/** Adds the operations on ${plural}. */
export function ${name}Api(api: OpenAPIHono<ApiEnv>): void {
  api.openapi(list${Plural}, async (c) => {
    const { searchTerm, sort, after = null } = c.req.valid("query");
    const { page } = await listAndCount${Plural}(c.env.context.get(dbContext), {
      term: searchTerm.trim(),
      sort,
      after,
    });
    ${listedPicture(entity, name, `updatedAt: iso(${name}.updatedAt)`)}
    return c.json({ items, next: nextPage(c.req.url, page.next) }, 200);
  });

  addEntity(api, {
    entity: "${name}",
    name: "${Name}",
    responseSchema,
    fields: ${name}Schema,
    find: ${answeredFiles(entity, ["db", "id"])},
    fieldsOf: fieldsIn(${name}Schema),
    create: create${Name},
    update: update${Name},
    remove: delete${Name},
  });
${fileOperations(entity)}
}
`;
}
