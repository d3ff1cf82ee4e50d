import type { FindRowPicture } from "#app/core/lib/row-picture.ts";
import { ROW_PICTURES } from "#app/slices.server.ts";

/** The logo of an organisation; null also where no slice has logos. */
export const findLogo: FindRowPicture = async (context, id) =>
  (await ROW_PICTURES.organisation?.(context, id)) ?? null;
