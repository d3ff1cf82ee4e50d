import { data } from "react-router";
import { i18nContext } from "#app/context.ts";
import { emailPreviewResponse } from "#app/core/email/email-preview-response.server.ts";
import { localOnly } from "#app/core/middleware/local-only.ts";
import type { Route } from "./+types/dev-mail-preview.ts";
import { EMAIL_PREVIEWS } from "./email-previews.ts";

export const middleware = [localOnly];

/** One email with sample content, in the language that `?lng=` names. */
export function loader({ context, params }: Route.LoaderArgs) {
  const preview = EMAIL_PREVIEWS.get(params.template);
  if (!preview) throw data(null, { status: 404 });
  return emailPreviewResponse(preview(context.get(i18nContext)).html);
}
