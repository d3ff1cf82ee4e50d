import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { dbContext } from "#app/context.ts";
import { addEntity } from "#app/slices/api/entity-operations.server.ts";
import type { ApiEnv } from "#app/slices/api/env.ts";
import { nextPage } from "#app/slices/api/next-page.server.ts";
import { after, iso, listOf, operation, time } from "#app/slices/api/operation.server.ts";
import { bookSchema } from "./book.schema.ts";
import { createBook, deleteBook, findBook, updateBook } from "./book.server.ts";
import { listBookRows } from "./book-list.server.ts";

const shownSchema = z
  .object({
    id: z.string(),
    title: z.string().openapi({ example: "Things Fall Apart" }),
    author: z.string().nullable().openapi({ example: "Chinua Achebe" }),
    publisher: z.string().nullable().openapi({ example: "Heinemann" }),
    genre: z.object({ id: z.string(), name: z.string() }).nullable(),
    updatedAt: time,
  })
  .openapi("Book");

const listBooks = operation({
  id: "listBooks",
  tag: "Books",
  summary: "List or search the books",
  method: "get",
  path: "/books",
  scopes: ["read"],
  permission: "book:list",
  request: {
    query: z.object({
      searchTerm: z.string().max(200).default("").openapi({
        description: "Words of which each begins one of the title, author, publisher or genre.",
      }),
      genre: z.string().max(100).default("").openapi({ description: 'The id of a genre, or "none".' }),
      sort: z
        .enum(["title", "-title", "author", "-author", "publisher", "-publisher", "updated", "-updated"])
        .default("title")
        .openapi({ description: "Without a search, which comes in the order in which books were added." }),
      after,
    }),
  },
  refusals: [400],
  responses: {
    200: {
      description: "20 books at most.",
      content: { "application/json": { schema: listOf(shownSchema).openapi("Books") } },
    },
  },
});

/** Adds the operations on books. */
export function bookApi(api: OpenAPIHono<ApiEnv>): void {
  api.openapi(listBooks, async (c) => {
    const { searchTerm, genre, sort, after = null } = c.req.valid("query");
    const { page } = await listBookRows(c.env.context.get(dbContext), {
      term: searchTerm.trim(),
      genreId: genre,
      sort,
      after,
    });
    return c.json({ items: page.items.map(shown), next: nextPage(c.req.url, page.next) }, 200);
  });

  addEntity(api, {
    entity: "book",
    name: "Book",
    shown: shownSchema,
    fields: bookSchema,
    find: async (db, id) => {
      const book = await findBook(db, id);
      return book && shown(book);
    },
    fieldsOf: ({ title, author, publisher, genre }) => ({
      title,
      author,
      publisher,
      genreId: genre?.id ?? null,
    }),
    create: createBook,
    update: updateBook,
    remove: deleteBook,
  });
}

function shown(book: {
  id: string;
  title: string;
  author: string | null;
  publisher: string | null;
  genreId: string | null;
  genre: string | null;
  updatedAt: number;
}): z.output<typeof shownSchema> {
  const { id, title, author, publisher, genreId, genre, updatedAt } = book;
  return {
    id,
    title,
    author,
    publisher,
    genre: genreId === null ? null : { id: genreId, name: genre ?? "" },
    updatedAt: iso(updatedAt),
  };
}
