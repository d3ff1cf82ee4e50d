import type { SentCovers } from "#app/slices/book/cover/sent-covers.ts";
import { sentCovers } from "#app/slices/cover/cover.server.ts";

/**
 * The slices that store uploaded covers of books; only the first one is used. It is not in app/slices.server.ts because
 * modules listed there show books with their covers, which would make an import cycle.
 */
export const SENT_COVERS: readonly SentCovers[] = [sentCovers];
