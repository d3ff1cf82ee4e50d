import { href, type RouterContextProvider, redirect } from "react-router";
import * as z from "zod";
import { dbContext, i18nContext, platformContext, settingsContext, viewerContext } from "#app/context.ts";
import { noticeEmail } from "#app/email/notice-email.tsx";
import { sendEmail } from "#app/email/send-email.server.ts";
import { currentActor } from "#app/features/audit/audit.server.ts";
import { codeSchema } from "#app/features/auth/auth.schema.ts";
import { forbidWhileImpersonating } from "#app/features/auth/authorize.server.ts";
import { loginChallengeCookie } from "#app/features/auth/login-challenge-cookie.server.ts";
import {
  describeFailedTry,
  REFUSAL_OF_TRY,
  refuseUnsentCode,
} from "#app/features/auth/login-code-messages.server.ts";
import { sendLoginCode } from "#app/features/auth/send-login-code.server.ts";
import { sessionCookie } from "#app/features/session/session-cookie.server.ts";
import { parseForm, refuseByRule, refuseForm } from "#app/forms/form.server.ts";
import { tryWrite } from "#app/forms/try-write.server.ts";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { noteRefusal } from "#app/http/refusal.server.ts";
import { deleteAccount } from "./delete-account.server.ts";

const deletionSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("send-code") }),
  z.object({
    intent: z.literal("delete"),
    code: codeSchema,
    confirmation: z.string("account:delete.mismatch").trim().toLowerCase(),
  }),
]);

/** Sends the code that deleting the reader's account takes, or deletes it. */
export async function confirmDeletion({
  request,
  url,
  context,
}: {
  request: Request;
  url: URL;
  context: Readonly<RouterContextProvider>;
}) {
  const i18n = context.get(i18nContext);
  const settings = context.get(settingsContext);
  const platform = context.get(platformContext);
  const submission = await parseForm(request, deletionSchema, i18n);
  if (submission.status !== "success") return refuseForm(submission);
  const viewer = await context.get(viewerContext);
  forbidWhileImpersonating(context, viewer);
  const { id: userId, email, sessionId } = viewer;
  const cookie = loginChallengeCookie(settings, url, "delete-account");
  const held: unknown = await cookie.parse(request.headers.get("Cookie"));

  if (submission.value.intent === "send-code") {
    const result = await sendLoginCode(context, { email, purpose: "delete-account", userId });
    if (result.outcome !== "sent") return refuseUnsentCode(context, submission, email, result);
    const headers = new Headers({ "Set-Cookie": await cookie.serialize(result.challengeId) });
    if (!held) return redirect(url.pathname, { headers });
    return redirectWithFlash(
      url.pathname,
      { type: "info", message: "auth:verify.resent" },
      { context, url, headers },
    );
  }

  const { code, confirmation } = submission.value;
  if (confirmation !== email) {
    return refuseForm(submission, { fieldErrors: { confirmation: [i18n.t("account:delete.mismatch")] } });
  }
  const challengeId = typeof held === "string" ? held : "";
  const actor = await currentActor(context);
  const login = { db: context.get(dbContext), kv: platform.kv, settings, now: platform.now };
  const deletion = await tryWrite(context, "account not deleted", () =>
    deleteAccount(login, { userId, email, sessionId, challengeId, code }, actor),
  );
  if (!deletion) {
    return refuseForm(submission, { formErrors: [i18n.t("account:delete.failed")] }, { status: 500 });
  }
  if (deletion.outcome === "last-administrator") {
    return refuseByRule(context, submission, "LAST_ADMINISTRATOR");
  }
  if (deletion.outcome !== "deleted") {
    noteRefusal(context, REFUSAL_OF_TRY[deletion.outcome], email);
    return refuseForm(submission, { fieldErrors: { code: [describeFailedTry(i18n.t, deletion)] } });
  }
  platform.inBackground(() =>
    sendEmail(settings, platform, noticeEmail(i18n, email, { about: "accountDeleted" })),
  );
  const headers = new Headers();
  headers.append("Set-Cookie", await sessionCookie(settings, url).serialize("", { maxAge: 0 }));
  headers.append("Set-Cookie", await cookie.serialize("", { maxAge: 0 }));
  return redirectWithFlash(
    href("/login"),
    { type: "success", message: "account:delete.done" },
    { context, url, headers },
  );
}
