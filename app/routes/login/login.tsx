import { Form, href, redirect } from "react-router";
import { settingsContext } from "#app/context.ts";
import { signInPolicy } from "#app/features/auth/sign-in-policy.ts";
import { DemoSignIn } from "#app/features/demo/demo-sign-in.tsx";
import { heldChallenge } from "#app/features/login-code/login-challenge-cookie.server.ts";
import { loginSchema } from "#app/features/login-code/login-code.schema.ts";
import { rejectUnsentCode } from "#app/features/login-code/login-code-messages.server.ts";
import { isLoginCodeOpen, sendLoginCode } from "#app/features/login-code/send-login-code.server.ts";
import { PasskeyOffer } from "#app/features/passkey/passkey-offer.tsx";
import { offersPasskeySignIn } from "#app/features/passkey/passkeys-offered.ts";
import { offeredProviders } from "#app/features/provider/offered-providers.ts";
import { SocialSignIn } from "#app/features/provider/social-sign-in.tsx";
import { parseForm, rejectForm } from "#app/forms/form.server.ts";
import { FieldErrors, TextField } from "#app/forms/text-field.tsx";
import { useFormResult } from "#app/forms/use-form-result.ts";
import { noteRefusal } from "#app/http/refusal.server.ts";
import { safeRedirect } from "#app/http/safe-redirect.ts";
import { useI18n } from "#app/i18n/use-i18n.ts";
import { SubmitButton } from "#app/ui/button.tsx";
import { EntryHeading } from "#app/ui/entry-heading.tsx";
import { PageTitle } from "#app/ui/page-title.tsx";
import type { Route } from "./+types/login.ts";

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const settings = context.get(settingsContext);
  // Fills in the address of someone who comes back from the code page.
  const held = await heldChallenge(request, settings, url);
  const email = url.searchParams.get("email")?.slice(0, 254) ?? held?.email ?? "";
  return {
    email,
    variant: settings.SIGN_UP ? ("signInOrUp" as const) : ("signIn" as const),
    providers: offeredProviders(settings).map(({ name, label }) => ({ name, label })),
    passkeys: offersPasskeySignIn(settings),
    returnTo: safeRedirect(url.searchParams.get("redirect")),
    accounts: [...signInPolicy(settings).offeredAccounts],
  };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await parseForm(request, context, loginSchema);
  if (!form.ok) return rejectForm(form);
  const { email } = form.value;
  const proof = { email, purpose: "sign-in", userId: null } as const;

  if (!signInPolicy(context.get(settingsContext)).admits(email)) {
    noteRefusal(context, "SIGNUP_DISABLED", { email });
    return redirect(`${href("/login/error")}?error=signup_disabled`);
  }

  const returnTo = safeRedirect(url.searchParams.get("redirect"));
  // The address is in the cookie: URLs end up in logs and histories.
  const verifyPath =
    href("/login/verify") + (returnTo ? `?${new URLSearchParams({ redirect: returnTo })}` : "");

  const result = await sendLoginCode(context, request, proof, returnTo);
  if (result.outcome === "sent") return redirect(verifyPath, { headers: result.headers });
  if (result.outcome === "refused" && result.reason === "too-soon") {
    // The code just sent to this browser is still valid, so go on to enter it.
    if (await isLoginCodeOpen(context, request, proof)) return redirect(verifyPath);
  }
  return rejectUnsentCode(form, proof, result);
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const form = useFormResult(actionData, { email: loaderData.email });
  const texts = `login:${loaderData.variant}` as const;
  return (
    <>
      <PageTitle title={t(`${texts}.title`)} />
      <EntryHeading title={t(`${texts}.title`)}>{t(`${texts}.description`)}</EntryHeading>
      {loaderData.accounts.length > 0 && <DemoSignIn accounts={loaderData.accounts} />}
      <Form method="post" {...form.props} className="flex flex-col gap-5">
        <FieldErrors id={form.errorId} errors={form.errors} />
        <TextField
          field={form.field("email")}
          label={t("login:email")}
          type="email"
          autoComplete={loaderData.passkeys ? "username webauthn" : "email"}
          inputMode="email"
          placeholder={t("login:emailPlaceholder")}
          autoFocus={loaderData.accounts.length === 0 && !actionData}
          dir="ltr"
        />
        <SubmitButton width="full" intent="send-code">
          {t(`${texts}.submit`)}
        </SubmitButton>
      </Form>
      <SocialSignIn providers={loaderData.providers} returnTo={loaderData.returnTo} />
      {/* Last: it appears later than the page, and moves nothing this way. */}
      {loaderData.passkeys && <PasskeyOffer />}
    </>
  );
}
