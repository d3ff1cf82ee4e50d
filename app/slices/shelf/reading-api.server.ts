import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { dbContext } from "#app/context.ts";
import type { ApiEnv } from "#app/slices/api/env.ts";
import { nextPage } from "#app/slices/api/next-page.server.ts";
import { after, listOf, operation } from "#app/slices/api/operation.server.ts";
import { addOwnEntity, ownRows } from "#app/slices/api/own-operations.server.ts";
import { newReadingSchema, readingSchema } from "./reading.schema.ts";
import { addReading, findReading, listReadings, removeReading, updateReading } from "./reading.server.ts";
import { READING_STATES } from "./reading-states.ts";
import { readings } from "./readings.table.ts";

const title = z
  .string()
  .openapi({ description: "The book's title when it was put on the shelf.", example: "Middlemarch" });
const author = z.string().nullable().openapi({ example: "George Eliot" });
const rating = z.int().nullable().openapi({ description: "From 1 to 5 stars.", example: 4 });

/** A book on a shelf, in the response of the list. */
const listedSchema = z
  .object({ id: z.string(), title, author, rating, state: z.enum(READING_STATES) })
  .openapi("ListedReading");

/** A book on a shelf, in the response to a read. */
const responseSchema = z
  .object({
    id: z.string(),
    bookId: z.string(),
    title,
    author,
    state: z.enum(READING_STATES),
    rating,
    finishedOn: z.iso.date().nullable(),
    note: z.string().nullable(),
    inCatalogue: z.boolean().openapi({ description: "Whether the catalogue still has the book." }),
  })
  .openapi("Reading");

const list = operation({
  id: "listReadings",
  tag: "Readings",
  summary: "List the books on the caller's shelf",
  method: "get",
  path: "/readings",
  scopes: ["read"],
  permission: "reading:own",
  request: {
    query: z.object({
      state: z.enum(READING_STATES).default("reading"),
      sort: z.enum(["title", "-title", "updated", "-updated"]).default("-updated"),
      after,
    }),
  },
  refusals: [400],
  responses: {
    200: {
      description: "20 books at most.",
      content: { "application/json": { schema: listOf(listedSchema).openapi("Readings") } },
    },
  },
});

/** Adds the operations on the books on the caller's own shelf. */
export function readingApi(api: OpenAPIHono<ApiEnv>): void {
  api.openapi(list, async (c) => {
    const { state, sort, after = null } = c.req.valid("query");
    const { rows } = await ownRows(c, readings);
    const db = c.env.context.get(dbContext);
    const { page } = await listReadings(db, rows, state, { sort, cursor: after });
    const items = page.items.map((item) => listedSchema.parse(item));
    return c.json({ items, next: nextPage(c.req.url, page.next) }, 200);
  });

  addOwnEntity(api, {
    entity: "reading",
    owned: readings,
    name: "Reading",
    responseSchema,
    fields: readingSchema,
    newFields: newReadingSchema,
    find: findReading,
    fieldsOf: ({ state, rating, finishedOn, note }) => ({ state, rating, finishedOn, note }),
    create: addReading,
    update: updateReading,
    remove: removeReading,
  });
}
