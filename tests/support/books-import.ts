import { expect } from "vitest";
import { comparisonKey } from "#app/core/lib/comparison-key.ts";
import { genres } from "#app/schema.ts";
import type { Visitor } from "./visitor.ts";
import type { TestWorker } from "./worker.ts";

/** The path to which files of books are uploaded. */
export const IMPORT = "/manager/books/import";

/** Deletes all books and audit log entries, and leaves only the genres "Verse" and "Prose". */
export async function emptyCatalogue(worker: TestWorker): Promise<void> {
  await worker.d1.batch(
    ["books", "genres", "audit_log"].map((name) => worker.d1.prepare(`delete from ${name}`)),
  );
  await worker.db
    .insert(genres)
    .values(["Verse", "Prose"].map((name) => ({ id: name, name, nameKey: comparisonKey(name) })));
}

/** Sends a file as the form does. @param encoding the encoding that the form selects */
export function upload(
  visitor: Visitor,
  content: BlobPart,
  name = "books.csv",
  encoding = "",
): Promise<Response> {
  const form = new FormData();
  form.set("file", new File([content], name, { type: "text/csv" }));
  if (encoding) form.set("encoding", encoding);
  return visitor.post(IMPORT, {}, { body: form });
}

/** Uploads a valid file. @returns the path of its preview */
export async function preview(visitor: Visitor, content: BlobPart, encoding = ""): Promise<string> {
  const response = await upload(visitor, content, "books.csv", encoding);
  const path = response.headers.get("Location") ?? "";
  expect(path, await response.text()).toMatch(/^\/manager\/books\/import\/[\da-f-]{36}$/);
  return path;
}

/**
 * Confirms the import of a file, as a reader without script does. If the page asks whether authors are missing, this
 * confirms it.
 * @returns the path of the next page
 */
export async function confirm(visitor: Visitor, path: string): Promise<string> {
  const html = await (await visitor.get(path)).text();
  const withoutAuthors = html.includes('name="withoutAuthors"');
  const answer = await visitor.post(path, { intent: "add", ...(withoutAuthors && { withoutAuthors: "on" }) });
  expect(answer.status).toBe(302);
  return answer.headers.get("Location") as string;
}
