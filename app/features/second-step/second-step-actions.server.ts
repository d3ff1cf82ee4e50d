import { data, href, type RouterContextProvider } from "react-router";
import { dbContext, i18nContext, platformContext, settingsContext, viewerContext } from "#app/context.ts";
import { SESSION_ENDED } from "#app/db/written.ts";
import { currentActor } from "#app/features/audit/audit.server.ts";
import { forbidWhileImpersonating } from "#app/features/auth/authorize.server.ts";
import { knownDevice, rememberDevice } from "#app/features/auth/device-cookie.server.ts";
import { deviceIdOf } from "#app/features/auth/known-device.ts";
import { loginTry } from "#app/features/login-code/login-try.server.ts";
import { mailNotices } from "#app/features/notice/mail-notices.server.ts";
import { requireRecentProof } from "#app/features/proof/recent-proof.server.ts";
import { parseForm, rejectForm } from "#app/forms/form.server.ts";
import { tryWrite } from "#app/forms/try-write.server.ts";
import type { FormResult } from "#app/forms/use-form-result.ts";
import { redirectWithMessage } from "#app/http/flash.server.ts";
import { noteRefusal } from "#app/http/refusal.server.ts";
import { seal, unseal } from "./sealed.server.ts";
import { secondStepSchema } from "./second-step.schema.ts";
import { type MadeCodes, renewCodes, switchOff, switchOn } from "./second-step.server.ts";
import { rejectStep } from "./second-step-messages.server.ts";
import { newTotpSecret, type ShownSecret, showSecret } from "./totp.server.ts";

/** The step of switching on in which the app takes the secret over. */
export interface SecondStepSetup extends ShownSecret {
  /** The secret for the next form, encrypted: what it sends is a secret of ours, and was made for this person. */
  sealed: string;
}

/** What the page shows that no reload brings back: a secret, or recovery codes. */
export interface SecondStepResult {
  setup?: SecondStepSetup;
  /** Why the first code was refused. */
  refused?: FormResult | undefined;
  made?: MadeCodes;
}

/** A secret that waits for its first code can't pass for one in use. */
const setupOf = (userId: string) => `setup:${userId}`;

/**
 * Switches the reader's second step on or off, or renews the recovery codes. Each takes a recent proof; what weakens
 * the second step also takes a code of it, and one of the app is both.
 * @throws a response: 400 for an unknown action, 403 while impersonating, and the page that asks for a recent proof
 */
export async function changeSecondStep({
  request,
  url,
  context,
}: {
  request: Request;
  url: URL;
  context: Readonly<RouterContextProvider>;
}) {
  const settings = context.get(settingsContext);
  const form = await parseForm(request, context, secondStepSchema);
  const viewer = await context.get(viewerContext);
  forbidWhileImpersonating(context, viewer);
  const { id: userId, email } = viewer;
  const here = href("/account/second-step");

  /** The page with a secret that was shown before, if it was made for this person. */
  const setUpAgain = async (sealed: string): Promise<SecondStepSetup | null> => {
    const secret = await unseal(settings, sealed, setupOf(userId));
    return secret === null ? null : { ...showSecret(secret, email), sealed };
  };

  if (!form.ok) {
    const { intent, secret } = form.submission.payload;
    if (intent === "renew-codes" || intent === "switch-off") return rejectForm(form);
    const setup = intent === "switch-on" ? await setUpAgain(String(secret)) : null;
    if (!setup) throw data(null, { status: 400 });
    return data<SecondStepResult>({ setup, refused: form.submission.reply() }, { status: 400 });
  }
  const { value } = form;
  // A code of the app is a recent proof by itself. It works once, so the proof must not use it up.
  const provesItself =
    (value.intent === "renew-codes" || value.intent === "switch-off") && value.code.kind === "app";
  if (!provesItself) await requireRecentProof(form, { request, url });

  if (value.intent === "begin") {
    const secret = newTotpSecret();
    const sealed = await seal(settings, secret, setupOf(userId));
    return data<SecondStepResult>({ setup: { ...showSecret(secret, email), sealed } });
  }

  const actor = await currentActor(context);
  if (value.intent === "switch-on") {
    const setup = await setUpAgain(value.secret);
    const secret = setup && (await unseal(settings, setup.sealed, setupOf(userId)));
    if (!setup || !secret) throw data(null, { status: 400 });
    const login = { db: context.get(dbContext), settings, now: context.get(platformContext).now };
    const result = await tryWrite(context, "factor:errors.failed", () =>
      switchOn(login, userId, { secret, code: value.code }, actor),
    );
    if ("failed" in result) return redirectWithMessage(context, here, result);
    if (result.ok) {
      mailNotices(context, userId);
      // What was known before counts as unknown now, but for this browser.
      const headers = { "Set-Cookie": await rememberDevice(context, request, viewer) };
      return data<SecondStepResult>({ made: result }, { headers });
    }
    if (result.reason === "on-already") {
      return redirectWithMessage(context, here, "factor:errors.onAlready", { type: "warning" });
    }
    noteRefusal(context, "INVALID_OTP", { email });
    const message = context.get(i18nContext).t("factor:errors.wrongFirstCode");
    const refused = form.submission.reply({ fieldErrors: { code: [message] } });
    return data<SecondStepResult>({ setup, refused }, { status: 400 });
  }

  const login = loginTry(context);
  const deviceId = deviceIdOf(login.db, await knownDevice(context, request, email), email);
  const owner = { userId, email, deviceId };
  const done = await tryWrite(context, "factor:errors.failed", async () =>
    value.intent === "switch-off"
      ? await switchOff(login, owner, value.code, actor)
      : await renewCodes(login, owner, value.code, actor),
  );
  if ("failed" in done) return rejectForm(form, done);
  switch (done.outcome) {
    case "switched-off":
      mailNotices(context, userId);
      return redirectWithMessage(context, here, "factor:switchedOff");
    case "renewed":
      mailNotices(context, userId);
      return data<SecondStepResult>({ made: done });
    case "session-ended":
      return redirectWithMessage(context, here, SESSION_ENDED);
    default:
      return rejectStep(form, email, done);
  }
}
