import { type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { dbContext } from "#app/context.ts";
import { addEntity } from "#app/slices/api/entity-operations.server.ts";
import type { ApiEnv } from "#app/slices/api/env.ts";
import { answeredPicture, pictureSchema } from "#app/slices/api/files.server.ts";
import { nextPage } from "#app/slices/api/next-page.server.ts";
import { after, iso, listOf, operation, time } from "#app/slices/api/operation.server.ts";
import { bookSchema } from "./book.schema.ts";
import { createBook, deleteBook, findBook, updateBook } from "./book.server.ts";
import { listBookRows } from "./book-list.server.ts";
import { coverPaths } from "./cover/sent-covers.server.ts";

const responseSchema = z
  .object({
    id: z.string(),
    title: z.string().openapi({ example: "Things Fall Apart" }),
    author: z.string().nullable().openapi({ example: "Chinua Achebe" }),
    publisher: z.string().nullable().openapi({ example: "Heinemann" }),
    genre: z.object({ id: z.string(), name: z.string() }).nullable(),
    cover: pictureSchema("The uploaded cover. Null if the cover is drawn.", {
      small: "Small, for use next to text, as WebP.",
      large: "Large, for lists and the book's own page, as WebP.",
    }),
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
        description: "Each word must begin a word of the title, author, publisher or genre.",
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
      content: { "application/json": { schema: listOf(responseSchema).openapi("Books") } },
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
    const items = await Promise.all(page.items.map((book) => toResponse(c, book)));
    return c.json({ items, next: nextPage(c.req.url, page.next) }, 200);
  });

  addEntity(api, {
    entity: "book",
    name: "Book",
    responseSchema,
    fields: bookSchema,
    find: async (db, id, c) => {
      const book = await findBook(db, id);
      return book && toResponse(c, book);
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

async function toResponse(
  c: Context<ApiEnv>,
  book: {
    id: string;
    title: string;
    author: string | null;
    publisher: string | null;
    genreId: string | null;
    genre: string | null;
    coverId: string | null;
    updatedAt: number;
  },
): Promise<z.output<typeof responseSchema>> {
  const { id, title, author, publisher, genreId, genre, coverId, updatedAt } = book;
  return {
    id,
    title,
    author,
    publisher,
    genre: genreId === null ? null : { id: genreId, name: genre ?? "" },
    cover: answeredPicture(c.req.url, await coverPaths(c.env.context, coverId)),
    updatedAt: iso(updatedAt),
  };
}
