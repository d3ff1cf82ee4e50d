import * as z from "zod";
import { checkbox } from "#app/core/forms/fields.ts";
import { newRowId } from "#app/core/forms/row-id.ts";
import { IN_PLACE } from "#app/core/lists/revoked-in-place.ts";
import { nameSchema } from "#app/identity/user/user.schema.ts";
import { SCOPES, type Scope } from "#app/scopes.ts";
import { TOKEN_ENDS } from "./token-ends.ts";

/** The fields of the forms for a new token or key. @param choices the scopes to select from */
export const tokenFields = <Choice extends Scope>(choices: readonly Choice[]) => ({
  id: newRowId,
  name: nameSchema,
  scopes: z
    .array(z.enum(choices))
    .min(1, "token:errors.scopeRequired")
    .transform((sent): Scope[] => choices.filter((scope) => sent.includes(scope))),
  ends: z.enum(TOKEN_ENDS),
  /** Only the action checks that the day is not too far away, because it knows the time zone. */
  lastDay: z.iso.date("token:errors.dayInvalid").optional(),
});

/** The forms of the page of the reader's access tokens. */
export const tokenFormSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("create-token"),
    ...tokenFields(SCOPES),
    /** The membership that the token is bound to (identity/hooks/tenant). */
    membershipId: z.string().max(100).optional(),
  }),
  z.object({ intent: z.literal("revoke-token"), tokenId: z.string().max(100), [IN_PLACE]: checkbox() }),
  z.object({ intent: z.literal("revoke-tokens") }),
]);
