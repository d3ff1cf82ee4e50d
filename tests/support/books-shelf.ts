import { and, eq } from "drizzle-orm";
import { expect } from "vitest";
import { auditLog, books, genres } from "#app/schema.ts";
import { nextPage } from "./next-page.ts";
import type { Visitor } from "./visitor.ts";
import type { TestWorker } from "./worker.ts";

/**
 * Functions that add books and genres as a manager does, and look them up in the list and the database.
 * @param given returns the worker and the manager that the test's beforeAll has set up
 */
export function bookshelf(given: () => { worker: TestWorker; admin: Visitor }) {
  const idOf = (response: Response) => response.headers.get("Location")?.split("/").at(-1) as string;
  return {
    /** Adds a genre, unless it exists. @returns its row */
    async addGenre(name: string) {
      const { worker, admin } = given();
      await admin.post("/manager/genres/new", { name, id: crypto.randomUUID() });
      const [genre] = await worker.db.select().from(genres).where(eq(genres.name, name));
      return genre as NonNullable<typeof genre>;
    },

    /** Adds a book. @returns its id, its page, and the path that restores it */
    async addBook(title: string, fields: Record<string, string> = {}) {
      const form = { title, id: crypto.randomUUID(), ...fields };
      const id = idOf(await given().admin.post("/manager/books/new", form));
      return { id, page: `/manager/books/${id}`, restore: `/manager/deleted/book/${id}` };
    },

    /** The titles on a page of the manager's list, in order, and the path of the next page. */
    async list(path: string) {
      const { worker, admin } = given();
      const response = await admin.get(path);
      expect(response.status).toBe(200);
      const html = await response.text();
      const ids = [...html.matchAll(/href="\/manager\/books\/([\da-f-]{36})[?"]/g)].map(([, id]) => id);
      const all = await worker.db.select().from(books);
      const titles = ids.map((id) => all.find((book) => book.id === id)?.title);
      return { titles, next: nextPage(html), response, html };
    },

    /** The row of a book, or undefined. */
    find: async (id: string) => (await given().worker.db.select().from(books).where(eq(books.id, id)))[0],

    /** The audit log entries of a row. */
    entries: (id: string, action: "row.restore" | "book.delete" | "book.update") =>
      given()
        .worker.db.select()
        .from(auditLog)
        .where(and(eq(auditLog.subjectId, id), eq(auditLog.action, action))),
  };
}
