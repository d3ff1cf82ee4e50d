import { Form, href, redirect } from "react-router";
import { settingsContext } from "#app/context.ts";
import { parseForm, rejectForm } from "#app/core/forms/form.server.ts";
import { FieldErrors, TextField } from "#app/core/forms/text-field.tsx";
import { useFormResult } from "#app/core/forms/use-form-result.ts";
import { noteRefusal } from "#app/core/http/refusal.server.ts";
import { safeRedirect } from "#app/core/http/safe-redirect.ts";
import { keepsNoCookies } from "#app/core/http/sends-cookies.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { SubmitButton } from "#app/core/ui/button.tsx";
import { EntryHeading } from "#app/core/ui/entry-heading.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { signInPolicy } from "#app/identity/auth/sign-in-policy.server.ts";
import { requestedChallenge } from "#app/identity/login-code/login-challenge-cookie.server.ts";
import { loginSchema } from "#app/identity/login-code/login-code.schema.ts";
import { rejectUnsentCode } from "#app/identity/login-code/login-code-messages.server.ts";
import { isLoginCodeOpen, sendLoginCode } from "#app/identity/login-code/send-login-code.server.ts";
import { LOGIN } from "#app/slices.server.ts";
import type { Route } from "./+types/login.ts";
import { loginParts } from "./login-parts.ts";

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const settings = context.get(settingsContext);
  // Fills in the address of someone who comes back from the code page.
  const requested = await requestedChallenge(request, settings, url);
  const email = url.searchParams.get("email")?.slice(0, 254) ?? requested?.email ?? "";
  return {
    email,
    variant: settings.SIGN_UP ? ("signInOrUp" as const) : ("signIn" as const),
    returnTo: safeRedirect(url.searchParams.get("redirect")),
    offersAccounts: signInPolicy(settings).offeredAccounts.length > 0,
    /** The data that slices show, by the key of their part. */
    parts: Object.fromEntries(LOGIN.map(({ key, read }) => [key, read(context)])) as Record<string, unknown>,
  };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await parseForm(request, context, loginSchema);
  if (!form.ok) {
    noteRefusal(context, "INVALID_EMAIL");
    return rejectForm(form);
  }
  if (keepsNoCookies(context, request, url)) return rejectForm(form, { ok: false, code: "COOKIES_NEEDED" });
  const { email } = form.value;
  const proof = { email, purpose: "sign-in", userId: null } as const;

  if (!signInPolicy(context.get(settingsContext)).admits(email)) {
    noteRefusal(context, "SIGNUP_DISABLED", { email });
    return redirect(`${href("/login/error")}?error=signup_disabled`);
  }

  const returnTo = safeRedirect(url.searchParams.get("redirect"));
  // The address is in the cookie and not in the URL, because URLs end up in logs and histories.
  const verifyPath =
    href("/login/verify") + (returnTo ? `?${new URLSearchParams({ redirect: returnTo })}` : "");

  const result = await sendLoginCode(context, request, proof, returnTo);
  if (result.outcome === "sent") return redirect(verifyPath, { headers: result.headers });
  if (result.outcome === "refused" && result.reason === "too-soon") {
    // The code just sent to this browser is still valid, so continue to the page where the reader enters it.
    if (await isLoginCodeOpen(context, request, proof)) return redirect(verifyPath);
  }
  return rejectUnsentCode(form, proof, result);
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const form = useFormResult(actionData, { email: loaderData.email });
  const texts = `login:${loaderData.variant}` as const;
  const parts = loginParts().map((part) => ({
    ...part,
    // A hook with the same key has loaded the data. A test compares the keys of the two lists.
    props: { data: loaderData.parts[part.key] as never, returnTo: loaderData.returnTo },
  }));
  const filledWith = parts.map(({ autoComplete, props }) => autoComplete?.(props.data) ?? null);
  return (
    <>
      <PageTitle title={t(`${texts}.title`)} />
      <EntryHeading title={t(`${texts}.title`)}>{t(`${texts}.description`)}</EntryHeading>
      {parts.map(({ key, Above, props }) => Above && <Above key={key} {...props} />)}
      <Form method="post" {...form.props} className="flex flex-col gap-5">
        <FieldErrors id={form.errorId} errors={form.errors} />
        <TextField
          field={form.field("email")}
          label={t("login:email")}
          type="email"
          autoComplete={filledWith.find((token) => token !== null) ?? "email"}
          inputMode="email"
          placeholder={t("login:emailPlaceholder")}
          autoFocus={!loaderData.offersAccounts && !actionData}
          dir="ltr"
        />
        <SubmitButton width="full" intent="send-code">
          {t(`${texts}.submit`)}
        </SubmitButton>
      </Form>
      {parts.map(({ key, Below, props }) => Below && <Below key={key} {...props} />)}
    </>
  );
}
