import { requirePermissionInParallel } from "#app/identity/middleware/guards.ts";
import { changedCover } from "#app/slices/cover/cover.server.ts";
import { sendFile } from "#app/slices/upload/upload-page.server.ts";
import type { Route } from "./+types/cover-file.ts";

export const middleware = [requirePermissionInParallel("book:update")];

/** Saves a cover that script uploads. Without script, the form of the page does this. */
export const action = (page: Route.ActionArgs) => sendFile(page, changedCover);
