import { requireSignedInInParallel } from "#app/identity/middleware/guards.ts";
import { PICTURE, readerWithPicture } from "#app/slices/picture/picture.server.ts";
import { sendPicture } from "#app/slices/upload/picture-page.server.ts";
import type { Route } from "./+types/picture-file.ts";

export const middleware = [requireSignedInInParallel];

/** The same as the form of /account/picture, for script. */
export async function action(page: Route.ActionArgs): Promise<Response> {
  const { owner, places } = await readerWithPicture(page.context);
  return sendPicture(page, PICTURE, owner, places);
}
