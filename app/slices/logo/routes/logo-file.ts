import { changedLogo } from "#app/slices/logo/logo.server.ts";
import { sendFile } from "#app/slices/upload/upload-page.server.ts";
import type { Route } from "./+types/logo-file.ts";

/** The same as the form of the page, for script. */
export const action = (page: Route.ActionArgs) => sendFile(page, changedLogo);
