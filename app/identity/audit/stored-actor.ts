import * as z from "zod";
import type { Actor } from "./audit.server.ts";

/** Who has asked for what a job does, as the job keeps it. The session may have ended by then, and the request has. */
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

/** Keeps a person who acts, for a job. @throws {Error} for who is no person */
export function storeActor({ id, label, asUser, requestId, logged, language, site }: Actor): StoredActor {
  if (id === null || label === null) throw new Error("only people ask for this job");
  return { id, label, asUser, requestId, logged, language, site };
}

/** The person for whom a job acts. @param at milliseconds since 1970 */
export const actorOfJob = (stored: StoredActor, at: number): Actor => ({
  ...stored,
  language: stored.language as Actor["language"],
  at,
});
