import { z } from "@hono/zod-openapi";
import { type FilterOf, filtersOf, type Listing, ownOrderOf, sortsOf } from "#app/core/lists/listing.ts";
import { after } from "./operation.server.ts";

/**
 * The query parameters of an operation that lists the same rows as a page. The orders, filters and the search
 * have the same names as on that page.
 */
export const listQuery = <const Of extends Listing>(listing: Of) =>
  z.object({
    searchTerm: z.string().max(200).default("").openapi({ description: "Words to find." }),
    sort: z.enum(sortsOf(listing)).default(ownOrderOf(listing)),
    after,
    ...filterParameters(listing),
  });

/** The filters of a list. A parameter that is left out filters nothing. */
const filterParameters = <Of extends Listing>(listing: Of) =>
  Object.fromEntries(
    filtersOf(listing).map((name): [string, z.ZodType<string | undefined>] => {
      const values = listing.filters[name];
      const parameter = values ? z.enum(values) : z.string().max(100);
      return [name, parameter.optional().openapi({ description: `Only those with this ${name}.` })];
    }),
  ) as Record<FilterOf<Of>, z.ZodType<string | undefined>>;
