import type { RouterContextProvider } from "react-router";
import * as z from "zod";
import { dbContext, viewerContext } from "#app/context.ts";
import type { Failed, Written } from "#app/core/db/written.ts";
import { checkbox } from "#app/core/forms/fields.ts";
import { invalidForm, parseForm, rejectForm } from "#app/core/forms/form.server.ts";
import { originalValues } from "#app/core/forms/original-values.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { IN_PLACE, type RevokedInPlace } from "#app/core/lists/revoked-in-place.ts";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import { forbidWhileImpersonating } from "#app/identity/auth/authorize.server.ts";
import { hooked } from "#app/identity/hooks/hooks.server.ts";
import { codeSchema } from "#app/identity/login-code/login-code.schema.ts";
import { requireRecentProof } from "#app/identity/proof/recent-proof.server.ts";
import { revokeSession, revokeSessions } from "#app/identity/session/session-list.server.ts";
import { emailSchema, nameSchema } from "#app/identity/user/user.schema.ts";
import { renameUser } from "#app/identity/user/user-write.server.ts";
import { confirmEmail, planEmail, sendEmailCodes } from "./change-email-actions.server.ts";
import { keepEmail } from "./waiting-email-change.server.ts";

/** The actions on the reader's own account page. */
const OWN_ACTIONS = [
  z.object({ intent: z.literal("change-name"), name: nameSchema, original: originalValues }),
  z.object({ intent: z.literal("change-email"), email: emailSchema }),
  z.object({ intent: z.literal("confirm-email"), code: codeSchema, oldCode: codeSchema }),
  z.object({ intent: z.literal("plan-email"), code: codeSchema }),
  z.object({ intent: z.literal("keep-email") }),
  z.object({ intent: z.literal("revoke-session"), sessionId: z.string().max(100), [IN_PLACE]: checkbox() }),
  z.object({ intent: z.literal("revoke-sessions") }),
  /** Confirms who the reader is, before the download of their data. */
  z.object({ intent: z.literal("prove") }),
] as const;

type OwnAction = z.output<(typeof OWN_ACTIONS)[number]>;

/** The forms with input fields. An invalid one is shown again with the reader's input. */
const WITH_FIELDS = ["change-name", "change-email", "confirm-email", "plan-email"];

/** The success and the failure message of each action without a further step. */
const MESSAGES = {
  "keep-email": ["account:changeEmail.kept", "account:changeEmail.failed"],
  "change-name": ["account:changeName.done", "account:changeName.failed"],
  "revoke-session": ["session:revoked", "session:errors.revokeFailed"],
  "revoke-sessions": ["session:success.revokedAll", "session:errors.revokeAllFailed"],
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
  const parts = hooked("account").flatMap(({ actions }) => actions ?? []);
  const form = await parseForm(
    request,
    context,
    z.discriminatedUnion("intent", [...OWN_ACTIONS, ...parts.map(({ schema }) => schema)]),
  );
  if (!form.ok) {
    if (!WITH_FIELDS.includes(String(form.submission.payload.intent))) throw await invalidForm(form);
    return rejectForm(form);
  }
  const viewer = await context.get(viewerContext);
  forbidWhileImpersonating(context, viewer);
  const part = parts.find(({ schema }) => schema.shape.intent.value === form.value.intent);
  if (part) return part.run({ context, request, url, viewer, form }, form.value);
  // The other intents belong to this page, so no slice's part may use one of them.
  const value = form.value as OwnAction;
  const accountForm = { request, url, viewer, form };
  if (value.intent === "change-email") return sendEmailCodes(accountForm, value.email);
  if (value.intent === "confirm-email") return confirmEmail(accountForm, value);
  if (value.intent === "plan-email") return planEmail(accountForm, value.code);
  if (value.intent === "prove") {
    await requireRecentProof(form, { request, url });
    return redirectWithMessage(context, `${url.pathname}#data`, "account:data.ready");
  }
  const actor = await currentActor(context);
  const [success, failure] = MESSAGES[value.intent];
  const done = await tryWrite(context, failure, async (): Promise<Written | Failed> => {
    switch (value.intent) {
      case "change-name":
        return renameUser(db, viewer.id, value, actor);
      case "keep-email":
        return keepEmail(db, viewer.id, actor);
      case "revoke-session":
        return revokeSession(db, viewer.id, value.sessionId, actor);
      case "revoke-sessions":
        return revokeSessions(db, viewer.id, viewer.sessionId, actor);
      default:
        throw value satisfies never;
    }
  });
  if (!done.ok && value.intent === "change-name") return rejectForm(form, done);
  if (done.ok && value.intent === "revoke-session" && value[IN_PLACE]) {
    return Response.json({ revoked: value.sessionId } satisfies RevokedInPlace);
  }
  return redirectWithMessage(context, url.pathname, done.ok ? success : done);
}
