import { platformContext } from "#app/context.ts";
import { listOutbox } from "#app/core/email/outbox.server.ts";
import { localOnly } from "#app/core/middleware/local-only.ts";
import type { Route } from "./+types/outbox-json.ts";

export const middleware = [localOnly];

/** The outbox as JSON: an array, newest first. */
export async function loader({ context }: Route.LoaderArgs) {
  const emails = await listOutbox(context.get(platformContext).kv);
  return Response.json(emails.map(({ id: _, ...email }) => email));
}
