import { requireSignedInInParallel } from "#app/identity/middleware/guards.ts";
import { takePicture } from "#app/slices/picture/picture-answer.server.ts";
import type { SentFile } from "#app/slices/upload/sent-file.ts";
import type { Route } from "./+types/picture-file.ts";

export const middleware = [requireSignedInInParallel];

/** The same as the form of the page without this at its end, for script: it answers with what to do. */
export async function action(page: Route.ActionArgs): Promise<Response> {
  const taken = await takePicture(page);
  if (!taken.ok) {
    return Response.json({ message: taken.message } satisfies SentFile, { status: taken.status });
  }
  const { headers } = taken.redirect;
  const to = headers.get("Location") ?? "/";
  headers.delete("Location");
  return Response.json({ to } satisfies SentFile, { headers });
}
