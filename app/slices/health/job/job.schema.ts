import * as z from "zod";

/** Which jobs the page lists: the given-up ones, or all others. */
export const JOB_STATES = ["failed", "waiting"] as const;

export type JobState = (typeof JOB_STATES)[number];

/** Whether a search parameter is one of JOB_STATES. */
export const isJobState = (state: string | null): state is JobState =>
  JOB_STATES.some((known) => known === state);

const ofOne = { id: z.string().max(100) };

/** The forms of the jobs page. */
export const jobActionSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("retry"), ...ofOne }),
  z.object({ intent: z.literal("drop"), ...ofOne }),
  z.object({ intent: z.literal("retry-all") }),
]);
