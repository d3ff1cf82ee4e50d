import { Form, href, redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { settingsContext } from "#app/context.ts";
import { parseForm, rejectForm } from "#app/core/forms/form.server.ts";
import { FieldErrors } from "#app/core/forms/text-field.tsx";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { useFormResult } from "#app/core/forms/use-form-result.ts";
import { redirectWithMessage } from "#app/core/http/flash.server.ts";
import { safeRedirect } from "#app/core/http/safe-redirect.ts";
import { keepsNoCookies } from "#app/core/http/sends-cookies.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { Address } from "#app/core/ui/address.tsx";
import { ButtonLink, SubmitButton } from "#app/core/ui/button.tsx";
import { EntryHeading } from "#app/core/ui/entry-heading.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { refuseSignIn } from "#app/identity/auth/refuse-sign-in.server.ts";
import { signInResponse } from "#app/identity/auth/sign-in-response.server.ts";
import { BannedNotice } from "#app/identity/ban/banned-notice.tsx";
import { hooked } from "#app/identity/hooks/hooks.server.ts";
import { CodeField } from "#app/identity/login-code/code-field.tsx";
import {
  loginChallengeCookie,
  type RequestedChallenge,
  requestedChallenge,
} from "#app/identity/login-code/login-challenge-cookie.server.ts";
import { verifySchema } from "#app/identity/login-code/login-code.schema.ts";
import { rejectCode, rejectUnsentCode } from "#app/identity/login-code/login-code-messages.server.ts";
import { sendLoginCode } from "#app/identity/login-code/send-login-code.server.ts";
import { signInWithEmail } from "#app/identity/login-code/sign-in-with-email.server.ts";
import { emailSchema } from "#app/identity/user/user.schema.ts";
import type { Settings } from "#app/settings.ts";
import type { Route } from "./+types/verify.ts";
import { verifyFields } from "./verify-parts.ts";

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const settings = context.get(settingsContext);
  const { email } = await challengeOf(request, url, settings);
  const returnTo = safeRedirect(url.searchParams.get("redirect"));
  const back = new URLSearchParams({
    ...(returnTo && { redirect: returnTo }),
    // A URL without an address leads to a sign-in page without one. That page also takes the address from the cookie.
    ...(url.searchParams.has("email") && { email }),
  });
  const hooks = hooked("loginCode");
  const [shown, more] = await Promise.all([
    Promise.all(hooks.map(({ displayedCode }) => displayedCode?.(context, request, email) ?? null)),
    Promise.all(hooks.map(({ asksMore }) => asksMore?.(context, request, email) ?? false)),
  ]);
  return {
    email,
    minutes: settings.LOGIN_CODE_MINUTES,
    membersOnly: !settings.SIGN_UP,
    backSearch: back.size > 0 ? `?${back}` : "",
    displayedCode: shown.find((code) => code !== null) ?? null,
    asksMore: more.includes(true),
  };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const settings = context.get(settingsContext);
  const { id, email } = await challengeOf(request, url, settings);
  const proof = { email, purpose: "sign-in", userId: null } as const;
  const returnTo = safeRedirect(url.searchParams.get("redirect"));
  const form = await parseForm(request, context, verifySchema);
  if (!form.ok) return rejectForm(form);
  if (keepsNoCookies(context, request, url)) return rejectForm(form, { ok: false, code: "COOKIES_NEEDED" });

  if (form.value.intent === "resend") {
    const result = await sendLoginCode(context, request, proof, returnTo);
    if (result.outcome !== "sent") return rejectUnsentCode(form, proof, result);
    const { headers } = result;
    return redirectWithMessage(context, url.pathname + url.search, "proof:resent", {
      type: "info",
      headers,
    });
  }

  const { code, captcha } = form.value;
  const attempt = await tryWrite(context, "FAILED_TO_CREATE_SESSION", () =>
    signInWithEmail(context, request, { challengeId: id, email, code, captcha }),
  );
  if ("failed" in attempt) return rejectForm(form, attempt);
  switch (attempt.outcome) {
    case "signed-in": {
      const spent = await loginChallengeCookie(settings, url).serialize("", { maxAge: 0 });
      return signInResponse(context, request, attempt.signedIn, { returnTo, cookie: spent });
    }
    case "no-account":
    case "reserved":
    case "banned":
      return refuseSignIn(context, attempt);
    default:
      return rejectCode(form, proof, attempt);
  }
}

/**
 * The challenge whose code the page asks for: the one that this browser requested. The URL may name its address
 * (docs/product.md, Routes); without either, redirects to /login.
 */
async function challengeOf(request: Request, url: URL, settings: Settings): Promise<RequestedChallenge> {
  const requested = await requestedChallenge(request, settings, url);
  const named = url.searchParams.get("email");
  if (named === null && requested) return requested;
  const email = emailSchema.safeParse(named ?? "");
  if (!email.success) throw redirect(href("/login"));
  return { id: requested?.id ?? "", email: email.data };
}

/**
 * If the form was refused because the captcha was missing, the loader runs again, and then the page shows the captcha.
 */
export const shouldRevalidate = ({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  defaultShouldRevalidate || Boolean(actionResult?.error?.captcha);

export default function Verify({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { email, minutes, membersOnly, backSearch, displayedCode, asksMore } = loaderData;
  const ban = actionData && "ban" in actionData ? actionData.ban : null;
  const lastResult = actionData && "ban" in actionData ? undefined : actionData;
  const form = useFormResult(lastResult, { code: displayedCode ?? "" });
  if (ban) return <BannedNotice {...ban} />;
  return (
    <>
      <PageTitle title={t("auth:verify.title")} />
      <EntryHeading title={t("auth:verify.title")}>
        <p>{displayedCode ? t("proof:shown") : t("proof:description")}</p>
        {displayedCode && (
          <p dir="ltr" className="my-2 font-mono text-2xl tracking-[0.3em] text-ink rtl:text-end">
            {displayedCode}
          </p>
        )}
        <p className="my-1 font-medium break-words text-ink">
          <Address>{email}</Address>
        </p>
        <p>{t("proof:expiry", { count: minutes })}</p>
      </EntryHeading>
      <Form method="post" {...form.props} className="flex flex-col gap-5">
        <FieldErrors id={form.errorId} errors={form.errors} />
        {/* A new code remounts the field, which then shows that code. */}
        <CodeField
          key={displayedCode}
          field={form.field("code")}
          label={t("proof:code")}
          autoFocus={!displayedCode && !lastResult?.error}
          sendsItself={!asksMore}
        />
        {asksMore && verifyFields().map((Field) => <Field key={Field.name} field={form.field("captcha")} />)}
        <SubmitButton width="full" intent="confirm">
          {t("auth:verify.submit")}
        </SubmitButton>
      </Form>
      <Form method="post" className="mt-6 border-t border-line pt-4 text-sm">
        {!displayedCode && <p className="text-quiet">{t("proof:spam")}</p>}
        {!displayedCode && membersOnly && <p className="mt-2 text-quiet">{t("auth:verify.membersOnly")}</p>}
        <div className="mt-1 -mx-5 flex flex-wrap justify-between">
          <SubmitButton variant="quiet" intent="resend">
            {t("proof:resend")}
          </SubmitButton>
          <ButtonLink variant="quiet" to={{ pathname: href("/login"), search: backSearch }}>
            {t("common:back")}
          </ButtonLink>
        </div>
      </Form>
    </>
  );
}
