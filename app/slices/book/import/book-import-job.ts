import * as z from "zod";
import { storedActorSchema } from "#app/identity/audit/stored-actor.ts";

/** Adds the rows of a file that has too many rows for one request. The job's key is the id of the import. */
export const bookImportJob = {
  name: "book-import",
  about: z.object({
    importId: z.string(),
    /** The user who uploaded the file; during impersonation, the impersonated user. */
    ownerId: z.string(),
    actor: storedActorSchema,
    /** How many rows were processed. */
    done: z.number(),
    added: z.number(),
    there: z.number(),
  }),
};
