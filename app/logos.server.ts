import type { PlaceRowPicture } from "#app/core/lib/row-picture.ts";
import { placeOfLogo } from "#app/slices/logo/logo.server.ts";

/**
 * The slices that store the logos of organisations; only the first one is used. It is not in app/slices.server.ts
 * because modules listed there show organisations with their logos, which would make an import cycle.
 */
export const SENT_LOGOS: readonly PlaceRowPicture[] = [placeOfLogo];
