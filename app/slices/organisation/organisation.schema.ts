import * as z from "zod";
import { reference, requiredText } from "#app/core/forms/fields.ts";
import { originalValues } from "#app/core/forms/original-values.ts";
import { newRowId } from "#app/core/forms/row-id.ts";
import { isReservedSlug, SLUG, SLUG_LENGTH, slugFor, slugOf } from "./slug.ts";

const name = requiredText(100, "organisation:errors.nameRequired");

const slug = z
  .string()
  .max(200)
  .transform(slugOf)
  .pipe(
    z
      .string()
      .min(SLUG_LENGTH.min)
      .max(SLUG_LENGTH.max)
      .regex(SLUG, "organisation:errors.slug")
      .refine((slug) => !isReservedSlug(slug), "organisation:errors.slugReserved"),
  );

/**
 * A new organisation. If the form has no address, the name suggests one: always the same one, even if the form is sent
 * twice.
 */
export const newOrganisationSchema = z
  .object({ id: newRowId, name, slug: slug.optional() })
  .transform(({ id, name, slug }) => ({ name, slug: slug ?? slugFor(name, id) }));

/** A change of name or address. */
export const organisationChangeSchema = z.object({ name, slug, original: originalValues });

/** The forms of a member's page. */
export const memberActionSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("set-role"), role: reference() }),
  z.object({ intent: z.literal("hand-over") }),
  z.object({ intent: z.literal("remove") }),
]);

/** The confirmation of a deletion: the organisation's name. */
export const organisationDeletionSchema = z.object({
  confirmation: z.string("organisation:errors.mismatch").max(1000),
});

export type NewOrganisation = z.output<typeof newOrganisationSchema>;
export type OrganisationChange = z.output<typeof organisationChangeSchema>;
