import * as z from "zod";
import type { Actor } from "./audit.server.ts";

/** The user who requested a job, as the job stores them, because their session may have ended when the job runs. */
export const storedActorSchema = z.object({
  id: z.string(),
  label: z.string(),
  asUser: z.object({ id: z.string(), label: z.string() }).nullable(),
  requestId: z.string(),
  logged: z.boolean(),
  language: z.string(),
  site: z.string(),
});

type StoredActor = z.infer<typeof storedActorSchema>;

/** Stores the actor for a job. @throws {Error} if the actor is not a user */
export function storeActor({ id, label, asUser, requestId, logged, language, site }: Actor): StoredActor {
  if (id === null || label === null) throw new Error("only people ask for this job");
  return { id, label, asUser, requestId, logged, language, site };
}

/** The actor of a job, from its stored user. @param at milliseconds since 1970 */
export const actorOfJob = (stored: StoredActor, at: number): Actor => ({
  ...stored,
  language: stored.language as Actor["language"],
  at,
});
