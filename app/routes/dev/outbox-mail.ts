import { data } from "react-router";
import { platformContext } from "#app/context.ts";
import { findInOutbox } from "#app/email/outbox.server.ts";
import { localOnly } from "#app/middleware/local-only.ts";
import type { Route } from "./+types/outbox-mail.ts";

export const middleware = [localOnly];

/** One mail as a mail program would show it: with its own styles, and nothing else. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const mail = await findInOutbox(context.get(platformContext).kv, params.id);
  if (!mail) throw data(null, { status: 404 });
  return new Response(mail.html, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy":
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox",
      "X-Frame-Options": "SAMEORIGIN",
    },
  });
}
