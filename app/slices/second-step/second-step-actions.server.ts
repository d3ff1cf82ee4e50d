import { data, href, type RouterContextProvider, redirect } from "react-router";
import { dbContext, i18nContext, platformContext, settingsContext, viewerContext } from "#app/context.ts";
import { SESSION_ENDED } from "#app/core/db/written.ts";
import { invalidForm, parseForm, rejectForm } from "#app/core/forms/form.server.ts";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import type { FormResult } from "#app/core/forms/use-form-result.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { noteRefusal } from "#app/core/http/refusal.server.ts";
import { currentActor } from "#app/identity/audit/audit.server.ts";
import { forbidWhileImpersonating } from "#app/identity/auth/authorize.server.ts";
import { knownDevice, rememberDevice } from "#app/identity/device/device-cookie.server.ts";
import { deviceIdOf } from "#app/identity/device/known-device.ts";
import { loginTry } from "#app/identity/login-code/login-try.server.ts";
import { requireRecentProof } from "#app/identity/proof/recent-proof.server.ts";
import { secondStepSchema } from "./second-step.schema.ts";
import { type MadeCodes, renewCodes, switchOff, switchOn } from "./second-step.server.ts";
import { rejectStep } from "./second-step-messages.server.ts";
import { beginSetup, type SecondStepSetup, secretOf, setUpAgain } from "./setup.server.ts";
import { showSecret } from "./totp.server.ts";

/**
 * The result of the action, for its page: either the secret again, with an error, or new recovery codes, which a
 * reload does not show again.
 */
export interface SecondStepResult {
  setup?: SecondStepSetup;
  /** The error of the first code. */
  refused?: FormResult | undefined;
  made?: MadeCodes;
}

/**
 * Switches the reader's second step on or off, or renews the recovery codes. Each needs a recent proof.
 * Weakening the second step also needs a code for it. A code from the app is both.
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

  if (!form.ok) {
    const { intent, secret } = form.submission.payload;
    if (intent === "renew-codes" || intent === "switch-off") return rejectForm(form);
    const setup = intent === "switch-on" ? await setUpAgain(settings, viewer, String(secret)) : null;
    if (!setup) throw await invalidForm(form);
    const { data: refused, init } = rejectForm(form);
    return data<SecondStepResult>({ setup, refused }, init ?? {});
  }
  const { value } = form;
  // An app's code is a recent proof by itself. It works only once, so no separate proof may use it up first.
  const provesItself =
    (value.intent === "renew-codes" || value.intent === "switch-off") && value.code.kind === "app";
  if (!provesItself) await requireRecentProof(form, { request, url });

  const { now } = context.get(platformContext);
  if (value.intent === "begin") return redirect(await beginSetup(settings, userId, now));

  const actor = await currentActor(context);
  if (value.intent === "switch-on") {
    const secret = await secretOf(settings, userId, value.secret);
    if (!secret) throw data(null, { status: 400 });
    const login = { db: context.get(dbContext), settings, now };
    const result = await tryWrite(context, "factor:errors.failed", () =>
      switchOn(login, userId, { secret, code: value.code }, actor),
    );
    if ("failed" in result) return redirectWithMessage(context, here, result);
    if (result.ok) {
      // All other browsers stop being known browsers, so remember this one again.
      const headers = { "Set-Cookie": await rememberDevice(context, request, viewer) };
      return data<SecondStepResult>({ made: result }, { headers });
    }
    if (result.reason === "on-already") {
      return redirectWithMessage(context, here, "factor:errors.onAlready", { type: "warning" });
    }
    noteRefusal(context, "INVALID_OTP", { email });
    const message = context.get(i18nContext).t("factor:errors.wrongFirstCode");
    const refused = form.submission.reply({ fieldErrors: { code: [message] } });
    const setup = { ...showSecret(secret, email), sealed: value.secret };
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
      return redirectWithMessage(context, here, "factor:switchedOff");
    case "renewed":
      return data<SecondStepResult>({ made: done });
    case "session-ended":
      return redirectWithMessage(context, here, SESSION_ENDED);
    default:
      return rejectStep(form, email, done);
  }
}
