import { changedLogo } from "#app/slices/logo/logo.server.ts";
import { sendFile } from "#app/slices/upload/upload-page.server.ts";
import type { Route } from "./+types/logo-file.ts";

/** Saves a logo that script uploads. Without script, the form of the page does this. */
export const action = (page: Route.ActionArgs) => sendFile(page, changedLogo);
