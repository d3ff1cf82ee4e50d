import * as z from "zod";

// A backup is a gzipped file whose lines are JSON (docs/decisions/0029). The first line is a header. Each table has a
// line with its columns and a line for each row. The last line has the number of rows, and the SHA-256 of all lines
// before it.

/** The version of the format. */
export const FORMAT = 1;

const header = z.strictObject({
  backup: z.number(),
  product: z.string(),
  /** The last migration of the database. */
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
/** A part of a backup: a line that begins a table, or a row of it. */
export type Part = z.infer<typeof table> | z.infer<typeof row>;
