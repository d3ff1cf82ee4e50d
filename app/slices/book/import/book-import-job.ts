import * as z from "zod";
import { storedActorSchema } from "#app/identity/audit/stored-actor.ts";

/** Adds the rows of a file that are too many for a request. Its key is the id of the import. */
export const bookImportJob = {
  name: "book-import",
  about: z.object({
    importId: z.string(),
    /** Whoever has uploaded the file: the manager, or whom they impersonate. */
    ownerId: z.string(),
    actor: storedActorSchema,
    /** How many rows are done. */
    done: z.number(),
    added: z.number(),
    there: z.number(),
  }),
};
