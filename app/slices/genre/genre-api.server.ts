import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { dbContext } from "#app/context.ts";
import { addEntity } from "#app/slices/api/entity-operations.server.ts";
import type { ApiEnv } from "#app/slices/api/env.ts";
import { listOf, operation } from "#app/slices/api/operation.server.ts";
import { genreSchema } from "./genre.schema.ts";
import { createGenre, deleteGenre, findGenre, listGenres, updateGenre } from "./genre.server.ts";

const responseSchema = z
  .object({
    id: z.string(),
    name: z.string().openapi({ example: "Poetry" }),
    bookCount: z.int().openapi({ description: "How many books it has." }),
  })
  .openapi("Genre");

const list = operation({
  id: "listGenres",
  tag: "Genres",
  summary: "List the genres by name",
  method: "get",
  path: "/genres",
  scopes: ["read"],
  permission: "genre:list",
  refusals: [],
  responses: {
    200: {
      description: "All genres on one page, at most 500.",
      content: { "application/json": { schema: listOf(responseSchema).openapi("Genres") } },
    },
  },
});

/** Adds the operations on genres. */
export function genreApi(api: OpenAPIHono<ApiEnv>): void {
  api.openapi(list, async (c) =>
    c.json({ items: await listGenres(c.env.context.get(dbContext)), next: null }, 200),
  );
  addEntity(api, {
    entity: "genre",
    name: "Genre",
    responseSchema,
    fields: genreSchema,
    find: findGenre,
    fieldsOf: ({ name }) => ({ name }),
    create: createGenre,
    update: updateGenre,
    remove: deleteGenre,
  });
}
