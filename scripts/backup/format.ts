import * as z from "zod";

// A backup is a gzipped file of lines, each of them JSON: a header, then for each table a line that names its columns
// and one line per row, and at the end the number of rows and the SHA-256 of all lines before (docs/decisions/0029).

/** The version of the format. */
export const FORMAT = 1;

const header = z.strictObject({
  backup: z.number(),
  product: z.string(),
  /** The last migration that the database had. */
  migration: z.string(),
  /** When reading began: ISO 8601, in UTC. */
  createdAt: z.string(),
});

const table = z.strictObject({ table: z.string(), columns: z.array(z.string()) });

const row = z.array(z.union([z.string(), z.number(), z.null()]));

const end = z.strictObject({
  /** The number of rows by table. */
  rows: z.record(z.string(), z.number()),
  sha256: z.string(),
});

/** Every kind of line. */
export const lineSchema = z.union([row, table, header, end]);

export type Line = z.infer<typeof lineSchema>;
export type Header = z.infer<typeof header>;
export type End = z.infer<typeof end>;
/** What a backup holds: a line that begins a table, or a row of it. */
export type Part = z.infer<typeof table> | z.infer<typeof row>;
