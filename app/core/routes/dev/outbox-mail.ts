import { data } from "react-router";
import { platformContext } from "#app/context.ts";
import { emailPreviewResponse } from "#app/core/email/email-preview-response.server.ts";
import { findInOutbox } from "#app/core/email/outbox.server.ts";
import { localOnly } from "#app/core/middleware/local-only.ts";
import type { Route } from "./+types/outbox-mail.ts";

export const middleware = [localOnly];

/** One email of the outbox, as HTML. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const email = await findInOutbox(context.get(platformContext).kv, params.id);
  if (!email) throw data(null, { status: 404 });
  return emailPreviewResponse(email.html);
}
