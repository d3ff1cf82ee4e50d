import type { FindRowPicture } from "#app/core/lib/row-picture.ts";
import { ROW_PICTURES } from "#app/slices.server.ts";

/** The logo of an organisation; null also if no slice provides logos. */
export const findLogo: FindRowPicture = async (context, id) =>
  (await ROW_PICTURES.organisation?.(context, id)) ?? null;
