import * as z from "zod";
import { reference } from "#app/core/forms/fields.ts";
import { emailSchema } from "#app/identity/user/user.schema.ts";

/** The forms of the page of an organisation's invitations. */
export const invitationsActionSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("invite"),
    email: emailSchema,
    role: reference(),
    teamId: reference().optional(),
  }),
  z.object({ intent: z.literal("resend"), id: reference() }),
  z.object({ intent: z.literal("cancel"), id: reference() }),
]);
