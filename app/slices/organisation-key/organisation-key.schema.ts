import * as z from "zod";
import { tokenFields } from "#app/slices/api/token/token.schema.ts";
import { KEY_SCOPES } from "./key-scopes.ts";

/** The forms of the page of an organisation's keys. */
export const keyFormSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("create-key"), ...tokenFields(KEY_SCOPES) }),
  z.object({ intent: z.literal("revoke-key"), keyId: z.string().max(100) }),
]);
