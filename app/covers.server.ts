import type { SentCovers } from "#app/slices/book/cover/sent-covers.ts";
import { sentCovers } from "#app/slices/cover/cover.server.ts";

/**
 * Who keeps the covers that are sent for books. The first counts. Not in app/slices.server.ts: what that lists shows books with their
 * covers, and would import itself.
 */
export const SENT_COVERS: readonly SentCovers[] = [sentCovers];
