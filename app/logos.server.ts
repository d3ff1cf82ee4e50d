import type { PlaceRowPicture } from "#app/core/lib/row-picture.ts";
import { placeOfLogo } from "#app/slices/logo/logo.server.ts";

/**
 * Who keeps the logos of organisations. The first counts. Not in app/slices.server.ts: what that lists shows organisations with their logos,
 * and would import itself.
 */
export const SENT_LOGOS: readonly PlaceRowPicture[] = [placeOfLogo];
