import { data, type RouterContextProvider } from "react-router";
import * as z from "zod";
import { dbContext, i18nContext, viewerContext } from "#app/context.ts";
import { currentActor } from "#app/features/audit/audit.server.ts";
import { codeSchema } from "#app/features/auth/auth.schema.ts";
import { forbidWhileImpersonating } from "#app/features/auth/authorize.server.ts";
import { revokeSession, revokeSessions } from "#app/features/session/session-list.server.ts";
import { emailSchema, nameSchema } from "#app/features/user/user.schema.ts";
import { renameUser } from "#app/features/user/user-write.server.ts";
import { parseForm, refuseForm } from "#app/forms/form.server.ts";
import { tryWrite } from "#app/forms/try-write.server.ts";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { confirmEmail, sendEmailCode } from "./change-email-actions.server.ts";
import { unlinkAccount } from "./linked-accounts.server.ts";

/** What the reader can do on their own page. */
const actionSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("change-name"), name: nameSchema }),
  z.object({ intent: z.literal("change-email"), email: emailSchema }),
  z.object({ intent: z.literal("confirm-email"), code: codeSchema }),
  z.object({ intent: z.literal("revoke-session"), sessionId: z.string().max(100) }),
  z.object({ intent: z.literal("revoke-sessions") }),
  z.object({ intent: z.literal("unlink"), provider: z.string().max(100) }),
]);

/** The forms that hold what someone typed: refused, it comes back. */
const WITH_FIELDS = ["change-name", "change-email", "confirm-email"];

/** What the page says of what is done at once: when it is, and where it failed. */
const MESSAGES = {
  "change-name": ["account:changeName.done", "account:changeName.failed"],
  "revoke-session": ["session:success.revoked", "session:errors.revokeFailed"],
  "revoke-sessions": ["session:success.revokedAll", "session:errors.revokeAllFailed"],
  unlink: ["account:linked.unlinked", "account:linked.unlinkFailed"],
} as const;

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
}) {
  const db = context.get(dbContext);
  const i18n = context.get(i18nContext);
  const submission = await parseForm(request, actionSchema, i18n);
  if (submission.status !== "success") {
    if (!WITH_FIELDS.includes(String(submission.payload.intent))) throw data(null, { status: 400 });
    return refuseForm(submission);
  }
  const viewer = await context.get(viewerContext);
  forbidWhileImpersonating(context, viewer);
  const { value } = submission;
  const form = { request, url, context, viewer, submission };
  if (value.intent === "change-email") return sendEmailCode(form, value.email);
  if (value.intent === "confirm-email") return confirmEmail(form, value.code);
  const actor = await currentActor(context);
  const done = await tryWrite(context, `${value.intent} failed`, async () => {
    switch (value.intent) {
      case "change-name":
        await renameUser(db, viewer.id, value.name, actor);
        break;
      case "revoke-session":
        await revokeSession(db, viewer.id, value.sessionId, actor);
        break;
      case "revoke-sessions":
        await revokeSessions(db, viewer.id, viewer.sessionId, actor);
        break;
      case "unlink":
        await unlinkAccount(db, viewer.id, value.provider, actor);
        break;
      default:
        throw value satisfies never;
    }
    return true;
  });
  const [success, failure] = MESSAGES[value.intent];
  if (!done && value.intent === "change-name") {
    return refuseForm(submission, { formErrors: [i18n.t(failure)] }, { status: 500 });
  }
  return redirectWithFlash(
    url.pathname,
    done ? { type: "success", message: success } : { type: "error", message: failure },
    { context, url },
  );
}
