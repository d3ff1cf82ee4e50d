import * as z from "zod";
import { checkbox } from "#app/core/forms/fields.ts";
import { newRowId } from "#app/core/forms/row-id.ts";
import { IN_PLACE } from "#app/core/lists/revoked-in-place.ts";
import { nameSchema } from "#app/identity/user/user.schema.ts";
import { SCOPES } from "#app/scopes.ts";
import { TOKEN_ENDS } from "./token-ends.ts";

/** What the page of one's access tokens sends. */
export const tokenFormSchema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("create-token"),
    id: newRowId,
    name: nameSchema,
    scopes: z
      .array(z.enum(SCOPES))
      .min(1, "token:errors.scopeRequired")
      .transform((sent) => SCOPES.filter((scope) => sent.includes(scope))),
    /** What it is bound to: the place of its owner there (identity/hooks/tenant). */
    membershipId: z.string().max(100).optional(),
    ends: z.enum(TOKEN_ENDS),
    /** The action checks that it is near enough: it knows the time zone. */
    lastDay: z.iso.date("token:errors.dayInvalid").optional(),
  }),
  z.object({ intent: z.literal("revoke-token"), tokenId: z.string().max(100), [IN_PLACE]: checkbox() }),
  z.object({ intent: z.literal("revoke-tokens") }),
]);
