import { readersPicture } from "#app/slices/picture/picture.server.ts";
import { sendFile } from "#app/slices/upload/upload-page.server.ts";
import type { Route } from "./+types/picture-file.ts";

/** Saves a picture that script uploads. Without script, the form of /account/picture does this. */
export const action = (page: Route.ActionArgs) => sendFile(page, readersPicture);
