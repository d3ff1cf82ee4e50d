import { useId } from "react";
import { data, Form, href } from "react-router";
import { dbContext, i18nContext, platformContext, settingsContext } from "#app/context.ts";
import { FieldErrors } from "#app/core/forms/text-field.tsx";
import { tryWrite } from "#app/core/forms/try-write.server.ts";
import { noteRefusal } from "#app/core/http/refusal.server.ts";
import { safeRedirect } from "#app/core/http/safe-redirect.ts";
import { keepsNoCookies } from "#app/core/http/sends-cookies.server.ts";
import { useI18n } from "#app/core/i18n/use-i18n.ts";
import { Address } from "#app/core/ui/address.tsx";
import { ButtonLink, SubmitButton } from "#app/core/ui/button.tsx";
import { EntryHeading } from "#app/core/ui/entry-heading.tsx";
import { PageTitle } from "#app/core/ui/page-title.tsx";
import { ERROR_CODES } from "#app/error-codes.ts";
import { refuseSignIn } from "#app/identity/auth/refuse-sign-in.server.ts";
import { signInResponse } from "#app/identity/auth/sign-in-response.server.ts";
import { BannedNotice } from "#app/identity/ban/banned-notice.tsx";
import { loginChallengeCookie } from "#app/identity/login-code/login-challenge-cookie.server.ts";
import { findLinkedChallenge, signInWithEmail } from "#app/identity/login-code/sign-in-with-email.server.ts";
import type { Route } from "./+types/link.ts";

/**
 * Shows which account an email's link signs in to. This doesn't use up the link, because programs that scan emails open
 * every link.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const token = url.searchParams.get("token") ?? "";
  const { now } = context.get(platformContext);
  const challenge = await findLinkedChallenge({ db: context.get(dbContext), now }, token);
  if (challenge) return { email: challenge.email };
  noteRefusal(context, "INVALID_TOKEN");
  return data({ email: null }, { status: 400 });
}

/** Signs in with the link. */
export async function action({ request, url, context }: Route.ActionArgs) {
  if (keepsNoCookies(context, request, url)) {
    return data({ error: noteRefusal(context, "COOKIES_NEEDED") }, { status: ERROR_CODES.COOKIES_NEEDED });
  }
  const linkToken = url.searchParams.get("token") ?? "";
  const attempt = await tryWrite(context, "FAILED_TO_CREATE_SESSION", () =>
    signInWithEmail(context, request, { linkToken }),
  );
  if ("failed" in attempt)
    return data({ error: noteRefusal(context, "FAILED_TO_CREATE_SESSION") }, { status: 500 });
  switch (attempt.outcome) {
    case "signed-in": {
      const spent = await loginChallengeCookie(context.get(settingsContext), url).serialize("", {
        maxAge: 0,
      });
      const returnTo = safeRedirect(url.searchParams.get("redirect"));
      return signInResponse(context, request, attempt.signedIn, { returnTo, cookie: spent });
    }
    case "no-account":
    case "reserved":
    case "banned":
      return refuseSignIn(context, attempt);
    case "too-many-from-network": {
      noteRefusal(context, "LIMIT_REACHED", { retryAfterSeconds: attempt.retryAfterSeconds });
      const error = context.get(i18nContext).t("refused:tooManyTriesFromNetwork");
      return data({ error }, { status: 429 });
    }
    default:
      // The link was used in the meantime. With script, the loader does not run again after a refusal.
      noteRefusal(context, "INVALID_TOKEN");
      return data({ expired: true }, { status: 400 });
  }
}

export default function LoginLink({ loaderData: { email }, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const errorId = useId();
  if (actionData && "ban" in actionData) return <BannedNotice {...actionData.ban} />;
  const error = actionData && "error" in actionData ? actionData.error : null;
  if (!email || (actionData && "expired" in actionData)) {
    return (
      <>
        <PageTitle title={t("auth:link.expired.title")} />
        <EntryHeading title={t("auth:link.expired.title")}>{t("auth:link.expired.description")}</EntryHeading>
        <ButtonLink width="full" to={href("/login")}>
          {t("auth:failure.retry")}
        </ButtonLink>
      </>
    );
  }
  return (
    <>
      <PageTitle title={t("auth:link.title")} />
      <EntryHeading title={t("auth:link.title")}>
        <p>{t("auth:link.description")}</p>
        <p className="my-1 font-medium break-words text-ink">
          <Address>{email}</Address>
        </p>
      </EntryHeading>
      <Form method="post" className="flex flex-col gap-5">
        <FieldErrors id={errorId} errors={error ? [error] : undefined} />
        <SubmitButton width="full">{t("auth:link.submit")}</SubmitButton>
      </Form>
    </>
  );
}
