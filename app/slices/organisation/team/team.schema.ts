import * as z from "zod";
import { reference, requiredText } from "#app/core/forms/fields.ts";
import { originalValues } from "#app/core/forms/original-values.ts";
import { newRowId } from "#app/core/forms/row-id.ts";
import { emailSchema } from "#app/identity/user/user.schema.ts";

const name = requiredText(100, "organisation:errors.nameRequired");

/** A new team. */
export const newTeamSchema = z.object({ id: newRowId, name });

/** The forms of a team's page. */
export const teamActionSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("rename"), name, original: originalValues }),
  z.object({ intent: z.literal("add-member"), email: emailSchema }),
  z.object({ intent: z.literal("remove-member"), memberId: reference() }),
  z.object({ intent: z.literal("delete") }),
]);

export type NewTeam = z.output<typeof newTeamSchema>;
/** A change of a team's name. */
export type TeamChange = Omit<Extract<z.output<typeof teamActionSchema>, { intent: "rename" }>, "intent">;
