import { changedLogo } from "#app/slices/logo/logo.server.ts";
import { sendFile } from "#app/slices/upload/upload-page.server.ts";
import type { Route } from "./+types/logo-file.ts";

/** Does for script what the page's form does. */
export const action = (page: Route.ActionArgs) => sendFile(page, changedLogo);
