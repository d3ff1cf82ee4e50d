import { readersPicture } from "#app/slices/picture/picture.server.ts";
import { sendFile } from "#app/slices/upload/upload-page.server.ts";
import type { Route } from "./+types/picture-file.ts";

/** Does for script what the form of /account/picture does. */
export const action = (page: Route.ActionArgs) => sendFile(page, readersPicture);
