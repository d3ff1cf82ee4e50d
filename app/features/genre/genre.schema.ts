import * as z from "zod";

/** A genre as a manager writes it (SPEC.md section 5). */
export const genreSchema = z.object({
  name: z
    .string({ error: ({ input }) => (input === undefined ? "genre:errors.nameRequired" : undefined) })
    .trim()
    .min(1, "genre:errors.nameRequired")
    .max(100),
});

export type GenreInput = z.output<typeof genreSchema>;
