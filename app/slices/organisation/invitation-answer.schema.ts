import * as z from "zod";

/** The forms of the page that an invitation's link leads to. */
export const invitationAnswerSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("accept") }),
  z.object({ intent: z.literal("decline") }),
  z.object({ intent: z.literal("switch") }),
]);
