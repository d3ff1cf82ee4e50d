import * as z from "zod";

/** The forms of the page behind an invitation's link. */
export const invitationAnswerSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("accept") }),
  z.object({ intent: z.literal("decline") }),
  z.object({ intent: z.literal("switch") }),
]);
