import { data, Form, href, redirect } from "react-router";
import { settingsContext } from "#app/context.ts";
import { verifySchema } from "#app/features/auth/auth.schema.ts";
import { CodeField } from "#app/features/auth/code-field.tsx";
import { loginChallengeCookie } from "#app/features/auth/login-challenge-cookie.server.ts";
import {
  describeFailedTry,
  REFUSAL_OF_TRY,
  rejectUnsentCode,
} from "#app/features/auth/login-code-messages.server.ts";
import { LoginCodeError, signInWithCode } from "#app/features/auth/login-code-strategy.server.ts";
import { loginCodeCookies, sendLoginCode } from "#app/features/auth/send-login-code.server.ts";
import { readShownCode } from "#app/features/demo/demo.server.ts";
import { sessionCookie } from "#app/features/session/session-cookie.server.ts";
import { BannedNotice } from "#app/features/user/banned-notice.tsx";
import { emailSchema } from "#app/features/user/user.schema.ts";
import { parseForm, rejectForm } from "#app/forms/form.server.ts";
import { FieldErrors } from "#app/forms/text-field.tsx";
import { useFormResult } from "#app/forms/use-form-result.ts";
import { redirectWithMessage } from "#app/http/flash.server.ts";
import { noteRefusal } from "#app/http/refusal.server.ts";
import { safeRedirect } from "#app/http/safe-redirect.ts";
import { timeInWords } from "#app/i18n/time-in-words.server.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { homeOf } from "#app/permissions.ts";
import { ButtonLink, SubmitButton } from "#app/ui/button.tsx";
import { EntryHeading } from "#app/ui/entry-heading.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { Route } from "./+types/verify.ts";

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const email = emailOf(url);
  const settings = context.get(settingsContext);
  const returnTo = safeRedirect(url.searchParams.get("redirect"));
  const back = new URLSearchParams({ ...(returnTo && { redirect: returnTo }), email });
  return {
    email,
    minutes: settings.LOGIN_CODE_MINUTES,
    backSearch: `?${back}`,
    shownCode: await readShownCode(request, settings, url, email),
  };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const settings = context.get(settingsContext);
  const email = emailOf(url);
  const form = await parseForm(request, context, verifySchema);
  if (!form.ok) return rejectForm(form);

  if (form.value.intent === "resend") {
    const result = await sendLoginCode(context, { email, purpose: "sign-in", userId: null });
    if (result.outcome !== "sent") return rejectUnsentCode(form, email, result);
    const headers = await loginCodeCookies(context, url, email, result);
    return redirectWithMessage(context, url.pathname + url.search, "auth:verify.resent", {
      type: "info",
      headers,
    });
  }

  try {
    const { code } = form.value;
    const { user, sessionToken } = await signInWithCode(context, request, { email, code });
    const headers = new Headers();
    headers.append("Set-Cookie", await sessionCookie(settings, url).serialize(sessionToken));
    headers.append("Set-Cookie", await loginChallengeCookie(settings, url).serialize("", { maxAge: 0 }));
    return redirect(safeRedirect(url.searchParams.get("redirect")) ?? homeOf(user.role), { headers });
  } catch (error) {
    if (!(error instanceof LoginCodeError)) throw error;
    const { attempt } = error;
    noteRefusal(context, REFUSAL_OF_TRY[attempt.outcome], email);
    switch (attempt.outcome) {
      case "no-account":
        return redirect(`${href("/login/error")}?error=signup_disabled`);
      case "banned":
        // This user has proven the address, so they may see the reason. It must not be in a URL.
        return data(
          {
            ban: {
              reason: attempt.reason,
              until: attempt.until === null ? null : timeInWords(context)(attempt.until),
            },
          },
          { status: 403 },
        );
      default:
        return rejectForm(form, { field: "code", message: describeFailedTry(context, attempt) });
    }
  }
}

/** The address to verify. Without a valid one, redirects to /login (docs/product.md, Routes). */
function emailOf(url: URL): string {
  const email = emailSchema.safeParse(url.searchParams.get("email") ?? "");
  if (!email.success) throw redirect(href("/login"));
  return email.data;
}

/** Passes Retry-After on to the client. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function Verify({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { email, minutes, backSearch, shownCode } = loaderData;
  const ban = actionData && "ban" in actionData ? actionData.ban : null;
  const lastResult = actionData && "ban" in actionData ? undefined : actionData;
  const form = useFormResult(lastResult, { code: shownCode ?? "" });
  if (ban) return <BannedNotice {...ban} />;
  return (
    <>
      <PageTitle title={t("auth:verify.title")} />
      <EntryHeading title={t("auth:verify.title")}>
        <p>{shownCode ? t("demo:code") : t("auth:verify.description")}</p>
        {shownCode && (
          <p dir="ltr" className="my-2 font-mono text-2xl tracking-[0.3em] text-ink rtl:text-end">
            {shownCode}
          </p>
        )}
        <p className="my-1 font-medium break-words text-ink">
          <bdi>{email}</bdi>
        </p>
        <p>{t("auth:verify.expiry", { count: minutes })}</p>
      </EntryHeading>
      <Form method="post" {...form.props} className="flex flex-col gap-5">
        <FieldErrors id={form.errorId} errors={form.errors} />
        {/* A new code remounts the field, which then shows that code. */}
        <CodeField key={shownCode} field={form.field("code")} />
        <SubmitButton width="full" intent="confirm">
          {t("auth:verify.submit")}
        </SubmitButton>
      </Form>
      <Form method="post" className="mt-6 border-t border-line pt-4 text-sm">
        {!shownCode && <p className="text-quiet">{t("auth:verify.spam")}</p>}
        <div className="mt-1 -mx-5 flex flex-wrap justify-between">
          <SubmitButton variant="quiet" intent="resend">
            {t("auth:verify.resend")}
          </SubmitButton>
          <ButtonLink variant="quiet" to={{ pathname: href("/login"), search: backSearch }}>
            {t("common:back")}
          </ButtonLink>
        </div>
      </Form>
    </>
  );
}
