import { data, type RouterContextProvider } from "react-router";
import * as z from "zod";
import { dbContext, settingsContext, viewerContext } from "#app/context.ts";
import type { Failed, Written } from "#app/db/written.ts";
import { currentActor } from "#app/features/audit/audit.server.ts";
import { forbidWhileImpersonating } from "#app/features/auth/authorize.server.ts";
import { cancelReset } from "#app/features/factor-reset/factor-reset.server.ts";
import { codeSchema } from "#app/features/login-code/login-code.schema.ts";
import { mailNotices } from "#app/features/notice/mail-notices.server.ts";
import { requireRecentProof } from "#app/features/proof/recent-proof.server.ts";
import { LINK_BEYOND_MAIL } from "#app/features/provider/link-through-provider.server.ts";
import { unlinkAccount } from "#app/features/provider/linked-accounts.server.ts";
import { revokeSession, revokeSessions } from "#app/features/session/session-list.server.ts";
import { emailSchema, nameSchema } from "#app/features/user/user.schema.ts";
import { renameUser } from "#app/features/user/user-write.server.ts";
import { checkbox } from "#app/forms/fields.ts";
import { parseForm, rejectForm } from "#app/forms/form.server.ts";
import { shownValues } from "#app/forms/shown-values.ts";
import { tryWrite } from "#app/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/http/flash.server.ts";
import { IN_PLACE, type RevokedInPlace } from "#app/lists/revoked-in-place.ts";
import { confirmEmail, planEmail, sendEmailCodes } from "./change-email-actions.server.ts";
import { keepEmail } from "./waiting-email-change.server.ts";

/** The actions on the reader's own account page. */
const actionSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("change-name"), name: nameSchema, shown: shownValues }),
  z.object({ intent: z.literal("change-email"), email: emailSchema }),
  z.object({ intent: z.literal("confirm-email"), code: codeSchema, oldCode: codeSchema }),
  z.object({ intent: z.literal("plan-email"), code: codeSchema }),
  z.object({ intent: z.literal("keep-email") }),
  z.object({ intent: z.literal("stop-reset") }),
  z.object({ intent: z.literal("revoke-session"), sessionId: z.string().max(100), [IN_PLACE]: checkbox() }),
  z.object({ intent: z.literal("revoke-sessions") }),
  /** To download one's data, or to link an account. */
  z.object({ intent: z.literal("prove"), to: z.enum(["download", "link"]).default("download") }),
  z.object({ intent: z.literal("unlink"), provider: z.string().max(100) }),
]);

/** The forms with input fields: if invalid, they are shown again with what was typed. */
const WITH_FIELDS = ["change-name", "change-email", "confirm-email", "plan-email"];

/** The success and the failure message of each action that needs no further step. */
const MESSAGES = {
  "stop-reset": ["reset:success.stopped", "reset:errors.failed"],
  "keep-email": ["account:changeEmail.kept", "account:changeEmail.failed"],
  "change-name": ["account:changeName.done", "account:changeName.failed"],
  "revoke-session": ["session:revoked", "session:errors.revokeFailed"],
  "revoke-sessions": ["session:success.revokedAll", "session:errors.revokeAllFailed"],
  unlink: ["account:linked.unlinked", "account:linked.unlinkFailed"],
} as const;

/**
 * Runs the action that was posted to the reader's own account page. The page shows the result.
 * @throws a response: 400 for an unknown action, 403 for an administrator who impersonates the reader
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
  const form = await parseForm(request, context, actionSchema);
  if (!form.ok) {
    if (!WITH_FIELDS.includes(String(form.submission.payload.intent))) throw data(null, { status: 400 });
    return rejectForm(form);
  }
  const viewer = await context.get(viewerContext);
  forbidWhileImpersonating(context, viewer);
  const { value } = form;
  const accountForm = { request, url, viewer, form };
  if (value.intent === "change-email") return sendEmailCodes(accountForm, value.email);
  if (value.intent === "confirm-email") return confirmEmail(accountForm, value);
  if (value.intent === "plan-email") return planEmail(accountForm, value.code);
  if (value.intent === "prove") {
    const isLink = value.to === "link";
    await requireRecentProof(form, { request, url }, isLink ? LINK_BEYOND_MAIL : []);
    const [part, message] = isLink
      ? (["linked", "account:linked.ready"] as const)
      : (["data", "account:data.ready"] as const);
    return redirectWithMessage(context, `${url.pathname}#${part}`, message);
  }
  const actor = await currentActor(context);
  const [success, failure] = MESSAGES[value.intent];
  const done = await tryWrite(context, failure, async (): Promise<Written | Failed> => {
    switch (value.intent) {
      case "change-name":
        return renameUser(db, viewer.id, value, actor);
      case "keep-email":
        return keepEmail(db, viewer.id, actor);
      case "stop-reset":
        return cancelReset(db, viewer.id, null, actor);
      case "revoke-session":
        return revokeSession(db, viewer.id, value.sessionId, actor);
      case "revoke-sessions":
        return revokeSessions(db, viewer.id, viewer.sessionId, actor);
      case "unlink":
        return unlinkAccount(db, context.get(settingsContext), viewer.id, value.provider, actor);
      default:
        throw value satisfies never;
    }
  });
  if (!done.ok && value.intent === "change-name") return rejectForm(form, done);
  if (done.ok && value.intent === "unlink") mailNotices(context, viewer.id);
  if (done.ok && value.intent === "revoke-session" && value[IN_PLACE]) {
    return Response.json({ revoked: value.sessionId } satisfies RevokedInPlace);
  }
  return redirectWithMessage(context, url.pathname, done.ok ? success : done);
}
