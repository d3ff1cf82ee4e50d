import { requirePermissionInParallel } from "#app/identity/middleware/guards.ts";
import { changedCover } from "#app/slices/cover/cover.server.ts";
import { sendFile } from "#app/slices/upload/upload-page.server.ts";
import type { Route } from "./+types/cover-file.ts";

export const middleware = [requirePermissionInParallel("book:update")];

/** Does for script what the page's form does. */
export const action = (page: Route.ActionArgs) => sendFile(page, changedCover);
