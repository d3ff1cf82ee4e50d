import * as z from "zod";

const optionalLine = z
  .string()
  .trim()
  .max(200)
  .nullish()
  .transform((text) => text || null);

/** A book as a manager writes it (SPEC.md section 5). */
export const bookSchema = z.object({
  title: z
    .string({ error: ({ input }) => (input === undefined ? "book:errors.titleRequired" : undefined) })
    .trim()
    .min(1, "book:errors.titleRequired")
    .max(200),
  author: optionalLine,
  genreId: z
    .string()
    .max(100)
    .nullish()
    .transform((id) => id || null),
  publisher: optionalLine,
});

export type BookInput = z.output<typeof bookSchema>;
