import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { dbContext } from "#app/context.ts";
import type { ApiEnv } from "#app/slices/api/env.ts";
import { nextPage } from "#app/slices/api/next-page.server.ts";
import { after, idParameter, listOf, operation } from "#app/slices/api/operation.server.ts";
import {
  addOrganisationEntity,
  organisationRows,
} from "#app/slices/organisation/organisation-rows-api.server.ts";
import { noteSchema, putSchema } from "./holding.schema.ts";
import { findHolding, listHoldings, putOnShelf, removeHolding, updateHolding } from "./holding.server.ts";
import { holdings } from "./holdings.table.ts";

const title = z
  .string()
  .openapi({ description: "The book's title when it was put on the shelf.", example: "Middlemarch" });
const author = z.string().nullable().openapi({ example: "George Eliot" });

/** A book on the shelf of an organisation, in the response of the list. */
const listedSchema = z.object({ id: z.string(), title, author }).openapi("ListedHolding");

/** A book on the shelf of an organisation, in the response to a read. */
const responseSchema = z
  .object({
    id: z.string(),
    bookId: z.string(),
    title,
    author,
    note: z.string().nullable().openapi({ description: "The members' shared note about it." }),
    by: z.string().nullable().openapi({ description: "The name of the member who put it there, if known." }),
    inCatalogue: z.boolean().openapi({ description: "Whether the catalogue still has the book." }),
  })
  .openapi("Holding");

const list = operation({
  id: "listHoldings",
  tag: "Holdings",
  summary: "List or search the books on the shelf of an organisation",
  method: "get",
  path: "/organisations/{id}/holdings",
  scopes: ["read"],
  permission: null,
  bound: true,
  keys: true,
  request: {
    params: idParameter,
    query: z.object({
      searchTerm: z.string().max(200).default("").openapi({ description: "Words of the title and author." }),
      sort: z.enum(["updated", "-updated", "title", "-title"]).default("-updated").openapi({
        description: "Without a search, which comes in the order in which books were put on the shelf.",
      }),
      after,
    }),
  },
  refusals: [400],
  responses: {
    200: {
      description: "At most 20 books; 15 with a search.",
      content: { "application/json": { schema: listOf(listedSchema).openapi("Holdings") } },
    },
  },
});

/** Adds the operations on the books on the shelf of an organisation. Adding a book a second time changes nothing. */
export function holdingApi(api: OpenAPIHono<ApiEnv>): void {
  api.openapi(list, async (c) => {
    const { searchTerm, sort, after = null } = c.req.valid("query");
    const search = { term: searchTerm.trim(), sort, after };
    const { read } = await organisationRows(c, "holding", holdings);
    const { page } = await read((_, organisationId) =>
      listHoldings(c.env.context.get(dbContext), organisationId, search),
    );
    const items = page.items.map((item) => listedSchema.parse(item));
    return c.json({ items, next: nextPage(c.req.url, page.next) }, 200);
  });

  addOrganisationEntity(api, {
    entity: "holding",
    owned: holdings,
    name: "Holding",
    responseSchema,
    fields: noteSchema,
    newFields: putSchema,
    find: findHolding,
    fieldsOf: ({ note }) => ({ note }),
    create: (db, own, { id, bookId }, actor) => putOnShelf(db, own, { id, bookId, userId: actor.id }, actor),
    update: updateHolding,
    remove: removeHolding,
  });
}
