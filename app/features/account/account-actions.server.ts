import { data, type RouterContextProvider } from "react-router";
import * as z from "zod";
import { dbContext, i18nContext, viewerContext } from "#app/context.ts";
import { redirectWithFlash } from "#app/lib/flash.server.ts";
import { parseForm } from "#app/lib/form.server.ts";
import { tryWrite } from "#app/lib/try-write.server.ts";
import { refuseImpersonator } from "#app/middleware/guards.ts";
import { authorOf } from "../audit/audit.server.ts";
import { revokeSession, revokeSessions } from "../session/session-list.server.ts";

/** What the reader can do on their own page. */
const actionSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("revoke-session"), sessionId: z.string().max(100) }),
  z.object({ intent: z.literal("revoke-sessions") }),
]);

/**
 * Does what was posted to the reader's own page, and says so there.
 * @throws a response: 400 where nothing we know was asked for, 403 where an administrator sees the site as the reader
 */
export async function changeAccount({
  request,
  url,
  context,
}: {
  request: Request;
  url: URL;
  context: Readonly<RouterContextProvider>;
}): Promise<Response> {
  const db = context.get(dbContext);
  const submission = await parseForm(request, actionSchema, context.get(i18nContext));
  if (submission.status !== "success") throw data(null, { status: 400 });
  const viewer = await context.get(viewerContext);
  refuseImpersonator(context, viewer);
  const author = await authorOf(context);
  const { value } = submission;
  const done = await tryWrite(context, `${value.intent} failed`, async () => {
    if (value.intent === "revoke-sessions") await revokeSessions(db, viewer.id, viewer.sessionId, author);
    else await revokeSession(db, viewer.id, value.sessionId, author);
    return true;
  });
  const all = value.intent === "revoke-sessions";
  const message = done
    ? (`session:success.${all ? "revokedAll" : "revoked"}` as const)
    : (`session:errors.${all ? "revokeAllFailed" : "revokeFailed"}` as const);
  return redirectWithFlash(url.pathname, { type: done ? "success" : "error", message }, { context, url });
}
